#!/usr/bin/env bash
# Takes the pictures of the documents, all but one from the real window: `docs/pictures.sh target/release/foeman`.
#
# Needs a display or `xvfb-run`, and ImageMagick's `convert`, which brings the pictures down to a palette.
set -euo pipefail
foeman=$(realpath "$1")
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
screen=()
[ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] || screen=(xvfb-run -a -s "-screen 0 2600x1500x24")

# take NAME PACK PANEL WIDTHxHEIGHT [COLOURS]: docs/pictures/NAME-light.png and -dark.png
take() {
  for theme in light dark; do
    "${screen[@]}" "$foeman" edit "$2" --screenshot "$work/shot.png" --size "$4" --theme "$theme" --panel "$3"
    convert "$work/shot.png" -dither None -colors "${5:-64}" -define png:compression-level=9 "PNG8:docs/pictures/$1-$theme.png"
  done
}

# The story: a pack from the template, with what is written in docs/story.md.
"$foeman" new "$work/show" --template skirmish >/dev/null
cat >>"$work/show/items.yaml" <<'YAML'

  bean-pole-spear:
    title: Bean-pole spear
    class: wpn
    size: 14
    ready: 2hand
    requires: {st: 10}
    damage: 0H T+1
    jab: {damage: -1H}
YAML
take story-spear "$work/show" "record:items/bean-pole-spear" 1280x800
sed -i '0,/item: sickle, place: first-hand/s//item: bean-pole-spear, place: first-hand/' "$work/show/rosters.yaml"
take story-problem "$work/show" "record:rosters/marrow-growers/figures/cuthbert/gear/1/place" 1280x800
sed -i '0,/item: dustbin-lid, place: second-hand/s//item: dustbin-lid, place: back/' "$work/show/rosters.yaml"
take story-battle "$work/show" play:show-day 1280x800

# The balance lab.
take lab-wins content/arena balance:three-a-side 1280x1300
take lab-change content/arena change:items/broadsword/damage=-2H 1280x800
take lab-sweep content/arena sweep:items/great-axe/requires/st 1280x800
take lab-matrix content/arena matrix:duel 1280x800
take lab-parity content/arena parity:three-a-side 1280x800

# Test-play.
take play-turn content/arena turn:duel 1280x800
take play-dice content/arena dice:duel 1280x800
take play-roll content/arena roll:toll 1280x800
take play-branches content/arena branches:duel 1280x800

# The README.
take window content/arena play:siege 1280x800
take placing content/arena scenario:siege 1280x800
take map content/arena map:water-stairs 1280x800
take window-large content/arena play:duel 2560x1440 40
take map-large content/arena map:pit 2560x1440 40
for theme in light dark; do
  "$foeman" render content/arena siege -o "$work/siege.png" --theme "$theme"
  convert "$work/siege.png" -resize '1280x>' -dither None -colors 64 -define png:compression-level=9 "PNG8:docs/pictures/siege-$theme.png"
done

"${screen[@]}" "$foeman" edit content/arena --screenshot "$work/print.png" --size 1280x800 --panel print:toll
convert "$work/print.png" PNG8:docs/pictures/print-dialog.png

# Printed pages, which need pdftoppm (Debian: poppler-utils).
"$foeman" print content/arena toll -o "$work/toll.pdf" --only maps
"$foeman" print content/arena beasts -o "$work/beasts.pdf" --only counters --hex 1in --counter 25mm --bleed 2
"$foeman" print content/arena wizards -o "$work/wizards.pdf" --only figures
pdftoppm -r 90 -png -f 1 -l 1 -x 0 -y 0 -H 560 "$work/wizards.pdf" "$work/print-sheet"
pdftoppm -r 60 -png -f 1 -l 1 "$work/toll.pdf" "$work/print-map"
pdftoppm -r 60 -png -x 0 -y 0 -H 400 "$work/beasts.pdf" "$work/print-counters"
small=(-dither None -colors 64 -define png:compression-level=9)
convert "$work"/print-map-*.png -bordercolor '#b4aea2' -border 1 "${small[@]}" PNG8:docs/pictures/print-map.png
convert "$work"/print-sheet-*.png -bordercolor '#b4aea2' -border 1 "${small[@]}" PNG8:docs/pictures/print-sheet.png
convert "$work"/print-counters-*.png -bordercolor '#b4aea2' -border 1 +append "${small[@]}" PNG8:docs/pictures/print-counters.png
ls -l docs/pictures
