// The theme switch, and sorting and filtering of comparison tables.
(function () {
  "use strict";
  var root = document.documentElement;

  function themeSwitch() {
    var button = document.createElement("button");
    button.type = "button";
    button.className = "theme";
    function isDark() {
      if (root.dataset.theme) return root.dataset.theme === "dark";
      return matchMedia("(prefers-color-scheme: dark)").matches;
    }
    function name() { button.textContent = isDark() ? "Light theme" : "Dark theme"; }
    button.addEventListener("click", function () {
      root.dataset.theme = isDark() ? "light" : "dark";
      try { localStorage.setItem("foeman-theme", root.dataset.theme); } catch (error) { /* not kept */ }
      name();
    });
    name();
    document.querySelector("header").appendChild(button);
  }

  // A filter is a list of words and of terms such as `class=wpn` or `st>=12`; all must hold.
  function terms(text) {
    return text.toLowerCase().split(/\s+/).filter(Boolean).map(function (word) {
      var parts = /^([^<>=]+)(<=|>=|=|<|>)(.*)$/.exec(word);
      return parts ? { key: parts[1], sign: parts[2], value: parts[3] } : { word: word };
    });
  }

  function holds(term, row, keys) {
    if (term.word) return row.text.indexOf(term.word) >= 0;
    var column = keys.indexOf(term.key);
    if (column < 0) column = keys.findIndex(function (key) { return key.split(".").pop() === term.key; });
    if (column < 0) return false;
    var cell = row.cells[column][0].toLowerCase();
    if (term.sign === "=") return term.value === "" ? cell === "" : cell === term.value || cell.indexOf(term.value) >= 0 && isNaN(parseFloat(term.value));
    var number = parseFloat(cell), limit = parseFloat(term.value);
    if (isNaN(number) || isNaN(limit)) return false;
    return { "<": number < limit, ">": number > limit, "<=": number <= limit, ">=": number >= limit }[term.sign];
  }

  function compare(a, b) {
    var x = parseFloat(a), y = parseFloat(b);
    if (a === "" || b === "") return (a === "") - (b === "");
    if (!isNaN(x) && !isNaN(y) && x !== y) return x - y;
    return a.localeCompare(b, "en", { numeric: true });
  }

  function table() {
    var element = document.getElementById("records");
    if (!element) return;
    var most = 400, body = element.tBodies[0];
    var heads = Array.from(element.tHead.rows[0].cells);
    var keys = heads.map(function (head) { return head.dataset.key.toLowerCase(); });
    var data = window.foemanRows || Array.from(body.rows, function (row) {
      return Array.from(row.cells, function (cell) {
        var link = cell.querySelector("a");
        return [cell.textContent, link ? link.getAttribute("href") : null];
      });
    });
    var prefix = window.foemanRows ? "../" : "";
    var rows = data.map(function (cells) {
      return { cells: cells, text: cells.map(function (cell) { return cell[0]; }).join(" ").toLowerCase() };
    });
    var order = { column: -1, down: false };
    var words = document.getElementById("words"), found = document.getElementById("found");
    var pages = document.getElementById("pages");

    function show() {
      var wanted = terms(words.value);
      var plain = window.foemanRows && !wanted.length && order.column < 0;
      if (pages) pages.hidden = !plain;
      var chosen = rows.filter(function (row) {
        return wanted.every(function (term) { return holds(term, row, keys); });
      });
      if (order.column >= 0) {
        chosen.sort(function (a, b) {
          var by = compare(a.cells[order.column][0], b.cells[order.column][0]);
          return order.down ? -by : by;
        });
      }
      body.replaceChildren.apply(body, chosen.slice(0, most).map(function (row) {
        var line = document.createElement("tr");
        row.cells.forEach(function (cell, at) {
          var element = document.createElement(at ? "td" : "th");
          if (!at) element.scope = "row";
          if (cell[1]) {
            var link = document.createElement("a");
            link.href = prefix + cell[1];
            link.textContent = cell[0];
            element.appendChild(link);
          } else element.textContent = cell[0];
          line.appendChild(element);
        });
        return line;
      }));
      var count = chosen.length + " of " + rows.length;
      found.textContent = chosen.length > most ? count + ", the first " + most + " shown" : count;
    }

    heads.forEach(function (head, column) {
      var button = document.createElement("button");
      button.type = "button";
      button.textContent = head.textContent;
      head.replaceChildren(button);
      button.addEventListener("click", function () {
        order = { column: column, down: order.column === column && !order.down };
        heads.forEach(function (other) { other.removeAttribute("aria-sort"); });
        head.setAttribute("aria-sort", order.down ? "descending" : "ascending");
        show();
      });
    });
    words.addEventListener("input", show);
    document.getElementById("filter").hidden = false;
    found.textContent = rows.length + " of " + rows.length;
  }

  themeSwitch();
  table();
})();
