"use strict";
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const words = (field) => field.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text, wanted) => wanted.every((word) => text.includes(word));

  all(".filters[hidden]").forEach((filters) => { filters.hidden = false; });

  // What is to be copied gets a button.
  all("[data-copy]").forEach((code) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "plain copy";
    button.textContent = "copy";
    button.addEventListener("click", () => {
      navigator.clipboard.writeText(code.textContent).then(
        () => { button.textContent = "copied"; },
        () => { getSelection().selectAllChildren(code); button.textContent = "selected"; });
    });
    code.after(" ", button);
  });

  // Lists and tables are narrowed to the items that have every word.
  all("[data-narrow]").forEach((field) => {
    const list = document.querySelector(field.dataset.narrow);
    const items = all("[data-item], tbody > tr", list).filter((item) => !item.parentElement.closest("[data-item]"));
    const texts = items.map((item) => item.textContent.toLowerCase());
    const left = document.querySelector(`[data-left="${field.dataset.narrow}"]`);
    field.addEventListener("input", () => {
      const wanted = words(field);
      items.forEach((item, k) => { item.hidden = !has(texts[k], wanted); });
      left.textContent = wanted.length ? `${items.filter((item) => !item.hidden).length} of ${items.length}` : "";
    });
  });

  // A table of values without the rows in which all are the same.
  all("[data-differing]").forEach((box) => {
    const rows = all("tr[data-same]", document.querySelector(box.dataset.differing));
    box.addEventListener("input", () => { rows.forEach((row) => { row.hidden = box.checked; }); });
  });

  // The matrix: cells that do not fit are blank, rows and columns without any are left out.
  all("[data-matrix]").forEach((panel) => {
    const table = document.querySelector("table.compact");
    const rows = all("tbody tr", table);
    const heads = all("thead th", table).slice(1);
    const [metric, name, kind, style] =
      ["rows", "columns", "kind", "style"].map((field) => panel.querySelector(`[data-${field}]`));
    const refresh = () => {
      const [metrics, names] = [words(metric), words(name)];
      const used = heads.map(() => false);
      let shown = 0;
      const fitting = heads.map((head) =>
        has(head.dataset.name, names) && (!kind.value || head.dataset.kind === kind.value));
      rows.forEach((row) => {
        const fits = has(row.dataset.name, metrics);
        let any = false;
        [...row.cells].slice(1).forEach((cell, k) => {
          const visible = fits && fitting[k] && cell.dataset.style && (!style.value || cell.dataset.style === style.value);
          if (cell.firstElementChild) cell.firstElementChild.hidden = !visible;
          if (visible) { any = used[k] = true; shown += 1; }
        });
        row.hidden = !any;
      });
      heads.forEach((head, k) => { head.hidden = !used[k]; });
      rows.forEach((row) => { [...row.cells].slice(1).forEach((cell, k) => { cell.hidden = !used[k]; }); });
      panel.querySelector("[data-shown]").textContent = `${shown} cells`;
    };
    [metric, name, kind, style].forEach((field) => field.addEventListener("input", refresh));
    panel.querySelector("[data-all]").addEventListener("click", () => {
      [metric, name, kind, style].forEach((field) => { field.value = ""; });
      refresh();
    });
  });

  // A link into a closed part opens it.
  const open = () => {
    const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const closed = target && target.closest("details:not([open])");
    if (closed) { closed.open = true; target.scrollIntoView(); }
  };
  addEventListener("hashchange", open);
  open();
})();
