// Runs before the page is drawn, so that the chosen theme does not flash.
(function () {
  "use strict";
  try {
    var theme = localStorage.getItem("foeman-theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch (error) { /* Without storage, the theme follows the system. */ }
})();
