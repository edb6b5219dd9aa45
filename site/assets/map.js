// The map of a game: it opens on its most cited entry, and grows and shrinks about the middle of what is shown.
(() => {
  "use strict";
  const STEP = 1.5;
  const MOST = 6;

  for (const figure of document.querySelectorAll(".cp-atlas-figure")) {
    const view = figure.querySelector(".cp-atlas-view");
    const map = view.querySelector("svg");

    /** Bring a place of the map, from 0 to 1 on each axis, to the middle of the view. */
    function centre(x, y) {
      view.scrollLeft = x * map.clientWidth - view.clientWidth / 2;
      view.scrollTop = y * map.clientHeight - view.clientHeight / 2;
    }

    function zoom(way) {
      const least = view.clientWidth;
      const x = (view.scrollLeft + view.clientWidth / 2) / map.clientWidth;
      const y = (view.scrollTop + view.clientHeight / 2) / map.clientHeight;
      const wanted = { in: map.clientWidth * STEP, out: map.clientWidth / STEP, all: least }[way];
      const width = Math.max(least, Math.min(wanted, least * MOST));
      figure.classList.toggle("cp-zoomed", width > least);
      map.style.width = `${width}px`;
      centre(x, y);
    }

    figure.querySelector(".cp-zoom").addEventListener("click", (event) => {
      const { zoom: way } = event.target.dataset;
      if (way) zoom(way);
    });

    // What is cited most is drawn last.
    const dots = map.querySelectorAll("a circle");
    const first = dots[dots.length - 1];
    const { width, height } = map.viewBox.baseVal;
    if (first) centre(first.cx.baseVal.value / width, first.cy.baseVal.value / height);
  }
})();
