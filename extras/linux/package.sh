#!/usr/bin/env bash
# Makes packages of the program for Linux: foeman_VERSION_ARCH.deb and foeman-VERSION-ARCH.tar.gz.
#
#   bash extras/linux/package.sh [FOLDER [PROGRAM]]
#
# FOLDER is target/packages by default. PROGRAM is a built `foeman`; without it, one is built with the profile `dist`.
# Needs dpkg-deb for the first package and no root access. The same program and SOURCE_DATE_EPOCH make the same bytes.
set -euo pipefail
cd "$(dirname "$0")/../.."
out=${1:-target/packages}
program=${2:-}
mkdir -p "$out"
out=$(cd "$out" && pwd)
if [ -z "$program" ]; then
  cargo build --profile dist --locked --package foeman
  program=target/dist/foeman
fi
version=$("$program" --version | cut -d' ' -f2)
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root
put() { install -D -m 644 "$1" "$root/usr/share/$2"; }
install -D -m 755 "$program" "$root/usr/bin/foeman"
command -v strip >/dev/null && strip "$root/usr/bin/foeman"
put extras/linux/foeman.desktop applications/foeman.desktop
put extras/linux/foeman.svg icons/hicolor/scalable/apps/foeman.svg
put extras/linux/foeman.xml mime/packages/foeman.xml
put LICENSE doc/foeman/copyright
"$program" man "$work/man" >/dev/null
for page in "$work"/man/*.1; do
  gzip -9n "$page"
  put "$page.gz" "man/man1/$(basename "$page").gz"
done
for shell in bash:bash-completion/completions/foeman zsh:zsh/vendor-completions/_foeman fish:fish/vendor_completions.d/foeman.fish; do
  "$program" completions "${shell%%:*}" >"$work/completions"
  put "$work/completions" "${shell#*:}"
done
find "$root" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +

machine=$(uname -m)
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -C "$root" \
  --transform "s,^\./usr,foeman-$version," -cf - ./usr | gzip -9n >"$out/foeman-$version-$machine.tar.gz"
echo "$out/foeman-$version-$machine.tar.gz"

if command -v dpkg-deb >/dev/null; then
  arch=$(dpkg --print-architecture)
  mkdir -p "$root/DEBIAN"
  # The window loads GL, X11 and Wayland when it starts, so no linker knows that they are needed.
  cat >"$root/DEBIAN/control" <<CONTROL
Package: foeman
Version: $version
Architecture: $arch
Maintainer: The foeman authors <foeman@localhost>
Section: games
Priority: optional
Installed-Size: $(du -ks "$root/usr" | cut -f1)
Depends: libc6 (>= 2.34), libgcc-s1, libgl1, libegl1, libx11-6, libx11-xcb1, libxcursor1, libxi6, libxrandr2, libxkbcommon0, libxkbcommon-x11-0, libwayland-client0
Recommends: xdg-desktop-portal
Description: tactical battles on hexes: write, check, play, balance
 A scenario editor and content toolkit. Catalogs of figures, items and spells, maps, rosters and scenarios are written
 as text, checked while they are written, and played at once, in a window or on the command line.
CONTROL
  touch -h -d "@$SOURCE_DATE_EPOCH" "$root/DEBIAN" "$root/DEBIAN/control"
  chmod -R u=rwX,go=rX "$root"
  dpkg-deb --root-owner-group --build "$root" "$out/foeman_${version}_$arch.deb" >/dev/null
  echo "$out/foeman_${version}_$arch.deb"
fi
