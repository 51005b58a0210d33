// Steps through a recorded battle: a keyframe every few entries, and the changes between them.
(function () {
  "use strict";
  var battle = window.foemanReplay, player = document.getElementById("player");
  if (!battle || !player) return;
  var SVG = "http://www.w3.org/2000/svg";
  function by(id) { return document.getElementById(id); }
  var slider = by("entry"), told = by("told"), where = by("where"), list = by("figures"), viewer = by("viewer");
  var layer = by("tokens"), count = battle.views[0].deltas.length, at = 0, view = battle.views[0], timer = 0;

  // The state of each token after an entry: [token, x, y, angle, health, full health, words, takes part].
  function stateAt(entry) {
    var key = Math.floor(entry / battle.every), state = [];
    view.keys[key].forEach(function (token) { state[token[0]] = token; });
    for (var n = key * battle.every + 1; n <= entry; n++) {
      (view.deltas[n] || []).forEach(function (token) { state[token[0]] = token.length > 1 ? token : null; });
    }
    return state;
  }

  function linesAt(entry) {
    var lines = view.lines[entry] === 1 ? battle.views[0].lines[entry] : view.lines[entry];
    return (lines || []).map(function (line) { return typeof line === "string" ? [2, line] : line; });
  }

  function roundAt(entry) {
    var round = 0;
    battle.rounds.forEach(function (pair) { if (pair[0] <= entry) round = pair[1]; });
    return round;
  }

  function element(name, attributes, parent) {
    var made = document.createElementNS(SVG, name);
    Object.keys(attributes).forEach(function (key) { made.setAttribute(key, attributes[key]); });
    parent.appendChild(made);
    return made;
  }

  function color(token) { return (battle.sides[token[2]] || ["", "#777777"])[1]; }

  // Features belong to no side; the picture of the map has those of the start.
  var markers = battle.tokens.map(function (token) {
    if (!layer) return null;
    var group = element("g", { class: "token" }, layer);
    var r = Math.max(3, Math.round(battle.scale * 0.6 * (1 + 0.3 * Math.max(0, token[4] - 1))));
    var nose = element("path", { class: "nose", d: "M-5-" + r + "h10l-5-7z" }, group);
    element("circle", { r: r, fill: color(token) }, group);
    var dark = parseInt(color(token).slice(1, 3), 16) * 0.3 + parseInt(color(token).slice(3, 5), 16) * 0.59 + parseInt(color(token).slice(5), 16) * 0.11 > 140;
    var text = element("text", { y: r / 3, "font-size": r, "text-anchor": "middle", fill: dark ? "#000" : "#fff" }, group);
    text.textContent = token[3];
    var bar = element("path", { class: "health" }, group);
    return { group: group, nose: nose, bar: bar, r: r };
  });

  var cells = [];
  function table() {
    var groups = {};
    battle.tokens.forEach(function (token, place) {
      if (!groups[token[2]]) {
        var section = document.createElement("section"), head = document.createElement("h3");
        head.textContent = (battle.sides[token[2]] || ["No side"])[0];
        var swatch = document.createElement("span");
        swatch.className = "swatch";
        swatch.style.background = color(token);
        head.prepend(swatch);
        var items = document.createElement("ul");
        section.append(head, items);
        list.appendChild(section);
        groups[token[2]] = items;
      }
      var item = document.createElement("li");
      groups[token[2]].appendChild(item);
      cells[place] = item;
    });
  }

  function draw(state) {
    battle.tokens.forEach(function (token, place) {
      var now = state[place], marker = markers[place];
      var words = now ? battle.marks[now[6]] : "";
      cells[place].textContent = token[1] + (now ? " " + now[4] + "/" + now[5] + (words ? ", " + words : "") : "");
      cells[place].hidden = !now;
      cells[place].className = now && !now[7] ? "out" : "";
      if (!marker) return;
      var shown = now && now[1] >= 0;
      marker.group.style.display = shown ? "" : "none";
      if (!shown) return;
      marker.group.style.transform = "translate(" + now[1] + "px," + now[2] + "px)";
      marker.group.classList.toggle("out", !now[7]);
      marker.nose.style.display = now[3] < 0 ? "none" : "";
      marker.nose.setAttribute("transform", "rotate(" + now[3] + ")");
      var share = now[5] > 0 ? Math.max(0, Math.min(1, now[4] / now[5])) : 0, r = marker.r;
      marker.bar.setAttribute("d", "M" + -r + " " + (r + 4) + "h" + Math.round(2 * r * share));
    });
  }

  function speak(entry) {
    var lines = linesAt(entry);
    told.replaceChildren();
    if (!lines.length) lines = [[2, entry ? "Nothing visible happens." : "Before the first turn."]];
    lines.forEach(function (line) {
      var part = document.createElement("p");
      part.className = ["heading", "event", "detail"][line[0] & 3] + (line[0] & 4 ? " lost" : "") + (line[0] & 8 ? " rare" : "");
      part.textContent = line[1];
      told.appendChild(part);
    });
  }

  function show(entry, quiet) {
    at = Math.max(0, Math.min(count - 1, entry));
    draw(stateAt(at));
    speak(at);
    slider.value = at;
    var place = "Entry " + at + " of " + (count - 1) + ", round " + roundAt(at);
    slider.setAttribute("aria-valuetext", place);
    where.textContent = place;
    if (!quiet) history.replaceState(null, "", "#entry=" + at);
    if (at === count - 1) stop();
  }

  function marks() {
    var shapes = by("marks");
    shapes.replaceChildren();
    view.deltas.forEach(function (_, entry) {
      var flags = linesAt(entry).reduce(function (all, line) { return all | line[0]; }, 0);
      if (!(flags & 12)) return;
      var x = count > 1 ? 1000 * entry / (count - 1) : 0;
      element("path", { class: flags & 4 ? "lost" : "rare", d: "M" + x.toFixed(1) + (flags & 4 ? " 0v10" : " 4v6") }, shapes);
    });
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    by("play").textContent = "Play";
    by("play").setAttribute("aria-pressed", "false");
  }

  function play() {
    if (timer) { stop(); return; }
    if (at === count - 1) show(0);
    timer = setInterval(function () { show(at + 1); }, 600);
    by("play").textContent = "Pause";
    by("play").setAttribute("aria-pressed", "true");
  }

  function fromAddress() {
    var parts = /^#entry=(\d+)$/.exec(location.hash);
    show(parts ? parseInt(parts[1], 10) : 0, true);
  }

  battle.views.forEach(function (each, place) {
    var option = document.createElement("option");
    option.value = place;
    option.textContent = each.name;
    viewer.appendChild(option);
  });
  // If no side has secrets, there is nothing to choose.
  by("viewers").hidden = battle.views.length < 2;
  viewer.addEventListener("change", function () { view = battle.views[+viewer.value]; marks(); show(at); });
  slider.max = count - 1;
  slider.addEventListener("input", function () { stop(); show(+slider.value); });
  by("start").addEventListener("click", function () { stop(); show(0); });
  by("back").addEventListener("click", function () { stop(); show(at - 1); });
  by("step").addEventListener("click", function () { stop(); show(at + 1); });
  by("end").addEventListener("click", function () { stop(); show(count - 1); });
  by("play").addEventListener("click", play);
  document.addEventListener("keydown", function (event) {
    var tag = event.target.tagName;
    if (event.ctrlKey || event.metaKey || event.altKey || tag === "INPUT" || tag === "SELECT" || tag === "TEXTAREA") return;
    var to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: count - 1 }[event.key];
    if (to !== undefined) { stop(); show(to); event.preventDefault(); }
    else if (event.key === " " && tag !== "BUTTON" && tag !== "A") { play(); event.preventDefault(); }
  });
  window.addEventListener("hashchange", fromAddress);
  player.hidden = false;
  table();
  marks();
  fromAddress();
})();
