"use strict";
(() => {
  const STEP = 100;

  const element = (name, text, style) => {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    if (style) made.className = style;
    return made;
  };

  const copyButton = (text) => {
    const button = element("button", "copy", "plain");
    button.type = "button";
    button.addEventListener("click", () => {
      navigator.clipboard.writeText(text).then(
        () => { button.textContent = "copied"; },
        () => { button.textContent = "select the line to copy it"; });
    });
    return button;
  };

  const fact = (list, name, value, code) => {
    if (!value || (Array.isArray(value) && !value.length)) return;
    list.append(element("dt", name));
    const cell = element("dd");
    const lines = Array.isArray(value) ? value : [value];
    lines.forEach((line) => cell.append(code ? element("code", line) : element("div", line)));
    list.append(cell);
    if (code === "copy") cell.append(" ", copyButton(value));
  };

  const relative = (got, expected) => {
    const [first, second] = [Number(got), Number(expected)];
    if (!Number.isFinite(first) || !Number.isFinite(second) || first === second) return "";
    const scale = Math.max(Math.abs(first), Math.abs(second));
    return ` (relative error ${((first - second) / scale).toPrecision(2)})`;
  };

  const runPage = (section) => {
    const data = JSON.parse(section.querySelector("script[type='application/json']").textContent);
    const find = (name) => section.querySelector(`[data-${name}]`);
    const filters = Object.fromEntries(
      [...section.querySelectorAll("[data-filter]")].map((field) => [field.dataset.filter, field]));
    const [list, more, count] = [find("list"), find("more"), find("count")];
    const cells = [...section.querySelectorAll("button.cell")];
    let matching = [];
    let visible = 0;

    const options = (field, values) => values.forEach((value) => field.append(new Option(value, value)));
    options(filters.implementation, data.implementations);
    options(filters.metric, data.metrics);
    const used = new Set(data.results.map((result) => result[2]));
    options(filters.verdict, data.verdicts.map((verdict) => verdict[0]).filter((_, k) => used.has(k)));
    options(filters.flag, [...new Set(data.vectors.flatMap((vector) => vector[5]))].sort());

    const item = (result) => {
      const [number, implementation, kind, entry, got, why, mistakes, divergences, signature, command] = result;
      const [id, metric, expected, settings, input, flags, comment] = data.vectors[number];
      const [verdict, sign, style] = data.verdicts[kind];
      const details = element("details");
      const summary = element("summary");
      const name = data.implementations[implementation] + (entry ? `.${entry}` : "");
      summary.append(element("span", `${sign} ${verdict}`, `badge ${style}`), ` ${name} · ${id}`);
      if (why) summary.append(element("span", ` · ${why}`, "soft"));
      details.append(summary);
      details.addEventListener("toggle", () => {
        if (!details.open || details.querySelector("dl")) return;
        const facts = element("dl");
        fact(facts, "what", comment);
        fact(facts, "metric", data.metrics[metric]);
        fact(facts, "input", input || "not known to the version of samescore that made this page", true);
        fact(facts, "settings", settings, true);
        fact(facts, "expected", expected, true);
        fact(facts, "got", got + relative(got, expected), true);
        fact(facts, "asked under", signature, true);
        fact(facts, "because", why);
        fact(facts, "known mistakes", mistakes);
        fact(facts, "known disagreements", divergences);
        fact(facts, "flags", flags.join(", "));
        fact(facts, "again", command, "copy");
        details.append(facts);
      });
      return details;
    };

    const showMore = () => {
      matching.slice(visible, visible + STEP).forEach((result) => list.append(item(result)));
      visible = Math.min(visible + STEP, matching.length);
      more.hidden = visible >= matching.length;
      more.textContent = `show more (${matching.length - visible} left)`;
    };

    const refresh = () => {
      const words = filters.text.value.toLowerCase();
      const chosen = (name, value) => !filters[name].value || filters[name].value === value;
      matching = data.results.filter((result) => {
        const vector = data.vectors[result[0]];
        return chosen("implementation", data.implementations[result[1]])
          && chosen("metric", data.metrics[vector[1]])
          && chosen("verdict", data.verdicts[result[2]][0])
          && (!filters.flag.value || vector[5].includes(filters.flag.value))
          && (!words || `${vector.join(" ")} ${result.slice(3).join(" ")}`.toLowerCase().includes(words));
      });
      cells.forEach((cell) => cell.setAttribute("aria-pressed", String(
        filters.implementation.value === cell.dataset.implementation && filters.metric.value === cell.dataset.metric)));
      list.replaceChildren();
      visible = 0;
      count.textContent = `${matching.length} of ${data.results.length} results`;
      showMore();
    };

    cells.forEach((cell) => cell.addEventListener("click", () => {
      filters.implementation.value = cell.dataset.implementation;
      filters.metric.value = cell.dataset.metric;
      refresh();
      count.scrollIntoView();
    }));
    Object.values(filters).forEach((field) => field.addEventListener("input", refresh));
    more.addEventListener("click", showMore);
    section.querySelector("[data-reset]").addEventListener("click", () => {
      Object.values(filters).forEach((field) => { field.value = ""; });
      refresh();
    });
    section.querySelector(".filters").hidden = false;
    refresh();
  };

  document.querySelectorAll("section.run").forEach(runPage);
})();
