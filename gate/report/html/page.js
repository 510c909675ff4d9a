// Filters, keys and links of the failing trials. Without it the page shows all of them.
"use strict";
(() => {
  const form = document.getElementById("filters");
  if (!form) return;
  const cases = [...document.querySelectorAll("article.case")].map((element) => ({
    element,
    trials: [...element.querySelectorAll(".trial")].map((trial) => ({
      element: trial,
      head: trial.querySelector("summary") || trial,
      classes: trial.dataset.classes.split(" "),
      text: null,
    })),
  }));
  const total = cases.reduce((sum, one) => sum + one.trials.length, 0);
  const words = document.getElementById("words");
  const by = (name) => document.getElementById("by-" + name);
  const selects = ["candidate", "category", "class", "condition"].map(by).filter(Boolean);
  const chosen = (name) => (by(name) ? by(name).value : "");

  const apply = () => {
    const text = words.value.trim().toLowerCase();
    let shown = 0;
    for (const one of cases) {
      const data = one.element.dataset;
      const fits = ["candidate", "category", "condition"].every((name) => chosen(name) === "" || chosen(name) === data[name]);
      let some = 0;
      for (const trial of one.trials) {
        let show = fits && (chosen("class") === "" || trial.classes.includes(chosen("class")));
        if (show && text) {
          if (trial.text === null) {
            const head = one.element.querySelector("h3").textContent + " " + ((one.element.querySelector(".promise") || {}).textContent || "");
            trial.text = (head + " " + trial.element.textContent).toLowerCase();
          }
          show = trial.text.includes(text);
        }
        trial.element.hidden = !show;
        if (show) some++;
      }
      one.element.hidden = some === 0;
      shown += some;
    }
    document.getElementById("count").textContent = shown === total ? total + " shown" : shown + " of " + total + " shown";
  };

  const clear = () => {
    words.value = "";
    for (const select of selects) select.value = "";
    apply();
  };

  const move = (step) => {
    const visible = cases.flatMap((one) => one.trials).filter((trial) => !trial.element.hidden);
    if (!visible.length) return;
    const now = visible.findIndex((trial) => trial.element.contains(document.activeElement));
    const next = now < 0 ? (step > 0 ? 0 : visible.length - 1) : Math.min(Math.max(now + step, 0), visible.length - 1);
    visible[next].head.focus();
    visible[next].head.scrollIntoView({ block: "nearest" });
  };

  const reveal = () => {
    const target = document.getElementById(location.hash.slice(1));
    if (!target || !target.matches(".trial, .case")) return;
    if (target.hidden || target.closest("[hidden]")) clear();
    if (target.matches("details")) target.open = true;
    (target.querySelector("summary") || target).focus({ preventScroll: true });
    settle(target, 10);
  };

  // What is laid out only once it is near the window moves what comes after it: hold the target in its place for some frames.
  const settle = (target, frames) => {
    if (Math.abs(target.getBoundingClientRect().top) > 1) target.scrollIntoView({ block: "start", behavior: "instant" });
    if (frames > 0) requestAnimationFrame(() => settle(target, frames - 1));
  };

  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", apply);
  document.getElementById("clear").addEventListener("click", clear);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("input, select, textarea")) {
      if (event.key === "Escape") {
        clear();
        event.target.blur();
      }
      return;
    }
    const onTrial = event.target.closest && event.target.closest(".trial");
    const step = { j: 1, k: -1, ArrowDown: onTrial ? 1 : 0, ArrowUp: onTrial ? -1 : 0 }[event.key];
    if (event.key === "/") {
      event.preventDefault();
      words.focus();
    } else if (step) {
      event.preventDefault();
      move(step);
    }
  });
  addEventListener("hashchange", reveal);
  apply();
  reveal();
})();
