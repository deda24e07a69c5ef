"use strict";
(() => {
  const STEP = 100;

  const element = (name, text, style) => {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    if (style) made.className = style;
    return made;
  };

  /* Copying: by the clipboard, else by selecting the line. */
  const select = (line) => {
    const range = document.createRange();
    range.selectNodeContents(line);
    const selection = window.getSelection();
    selection.removeAllRanges();
    selection.addRange(range);
  };

  const copy = async (line) => {
    try {
      await navigator.clipboard.writeText(line.textContent);
      return "copied";
    } catch {
      select(line);
      return document.execCommand("copy") ? "copied" : "selected: press Ctrl+C";
    }
  };

  const addCopyButton = (line) => {
    const button = element("button", "copy", "plain copy");
    button.type = "button";
    button.setAttribute("aria-label", `copy: ${line.textContent}`);
    button.addEventListener("click", async () => {
      button.textContent = await copy(line);
      button.setAttribute("aria-label", button.textContent);
      setTimeout(() => {
        button.textContent = "copy";
        button.setAttribute("aria-label", `copy: ${line.textContent}`);
      }, 2000);
    });
    line.after(button);
  };

  const commandLine = (text) => {
    const box = element("span", undefined, "command");
    const line = element("code", text);
    box.append(line);
    addCopyButton(line);
    return box;
  };

  /* Texts and inputs, as the templates show them. */
  const pieces = (parts) => {
    const box = element("span", undefined, "text");
    box.dir = "auto";
    if (!parts.length) box.append(element("i", "empty", "soft"));
    parts.forEach((part) => {
      if (typeof part === "string") { box.append(part); return; }
      const [text, style] = part;
      box.append(element(style.includes("mark") ? "mark" : "span", text, style));
      if (style === "escape break") box.append(element("br"));
    });
    return box;
  };

  const grid = (rows) => {
    const box = element("div", undefined, "scroll");
    box.tabIndex = 0;
    box.setAttribute("role", "region");
    box.setAttribute("aria-label", "input");
    const table = element("table", undefined, "grid");
    rows.forEach((row) => {
      const line = element("tr");
      row.forEach((cell, place) => {
        const made = element(place ? "td" : "th");
        if (!place) made.scope = "row";
        made.append(typeof cell === "string" ? cell : element("mark", cell[0]));
        line.append(made);
      });
      table.append(line);
    });
    box.append(table);
    return box;
  };

  const input = (blocks) => blocks.flatMap((block) => {
    const made = [];
    if (block.title) made.push(element("p", block.title, "part"));
    if (block.texts) {
      const list = element("dl", undefined, "texts");
      block.texts.forEach(([name, parts]) => {
        const cell = element("dd");
        cell.append(pieces(parts));
        list.append(element("dt", name), cell);
      });
      made.push(list);
    }
    if (block.grid) made.push(grid(block.grid));
    if (block.note) made.push(element("p", block.note, "soft"));
    return made;
  });

  const settings = (signature) => {
    const box = element("span", undefined, "settings");
    signature.split("|").filter(Boolean).forEach((part) => {
      const [name, ...value] = part.split(":");
      const knob = element("span", undefined, "knob");
      if (value.length) knob.append(element("span", name), " ");
      knob.append(element("b", value.length ? value.join(":") : name));
      box.append(knob, " ");
    });
    return box;
  };

  const fact = (list, name, ...content) => {
    const cell = element("dd");
    cell.append(...content);
    list.append(element("dt", name), cell);
    return cell;
  };

  const lines = (values) => values.map((value) => element("div", value));

  const runPage = (section) => {
    const data = JSON.parse(section.querySelector("script[type='application/json']").textContent);
    const find = (name) => section.querySelector(`[data-${name}]`);
    const filters = Object.fromEntries(
      [...section.querySelectorAll("[data-filter]")].map((field) => [field.dataset.filter, field]));
    const [list, more, count] = [find("list"), find("more"), find("count")];
    const cells = [...section.querySelectorAll("button.cell")];
    const [ANSWER, OWN, STAGE, CAUSES, MISTAKES, DIVERGENCES, SIGNATURE, COMMAND] = [4, 6, 7, 8, 9, 10, 11, 12];
    let matching = [];
    let visible = 0;

    const knobNames = (signature) => signature.split("|").slice(1).map((part) => part.split(":")[0]);
    /* The knobs behind a result: those that explain it, and those that it was asked under off their defaults. */
    const knobs = (result) => [...knobNames(result[SIGNATURE] || ""), ...(result[CAUSES] || []).map((cause) => cause[0])];
    const textOf = (parts) => parts.map((part) => (typeof part === "string" ? part : part[0])).join("");
    const inputText = (blocks) => blocks.map((block) => [
      block.title, ...(block.texts || []).map(([, parts]) => textOf(parts)), ...(block.grid || []).map(textOf)].join(" ")).join(" ");
    const searched = [];
    const vectorText = (number) => {
      const [id, , expected, signature, blocks, flags, comment] = data.vectors[number];
      searched[number] ??= [id, expected, signature, inputText(blocks), flags.join(" "), comment].join(" ").toLowerCase();
      return searched[number];
    };

    const options = (field, values) => values.forEach((value) => field.append(new Option(value, value)));
    const used = new Set(data.results.map((result) => result[2]));
    options(filters.implementation, data.implementations);
    options(filters.metric, data.metrics);
    options(filters.verdict, data.verdicts.map((verdict) => verdict[0]).filter((_, k) => used.has(k)));
    options(filters.flag, [...new Set(data.vectors.flatMap((vector) => vector[5]))].sort());
    options(filters.knob, [...new Set(data.results.flatMap(knobs))].sort());

    const facts = (result) => {
      const [number, , , , got, off, own, stage, causes, mistakes, divergences, signature, command] = result;
      const [, metric, expected, vectorSettings, blocks, flags, comment] = data.vectors[number];
      const made = element("dl", undefined, "facts");
      if (comment) fact(made, "about", comment);
      fact(made, "metric", data.metrics[metric]);
      fact(made, "input", ...(blocks.length ? input(blocks)
        : [element("span", "not known to the version of samescore that made this page", "soft")]));
      fact(made, "settings", settings(signature || vectorSettings));
      fact(made, "expected", expected).className = "value";
      const answer = fact(made, "got", got);
      answer.className = "value";
      if (off) answer.append(" ", element("span", off, "soft"));
      if (own) answer.append(" ", element("span", `on its own scale ${own}`, "soft"));
      if (stage) fact(made, "first difference", stage);
      if (causes?.length) fact(made, "because", ...lines(causes.map(([knob, before, after]) => `${knob}: ${before} → ${after}`)));
      if (mistakes?.length) fact(made, mistakes.length > 1 ? "matches known mistakes" : "matches known mistake", ...lines(mistakes));
      if (divergences?.length) fact(made, "in the catalogue", ...divergences.map((name) => commandLine(`samescore show ${name}`)));
      if (flags.length) fact(made, "flags", flags.join(", "));
      if (command) fact(made, "run again", commandLine(command));
      return made;
    };

    const item = (result) => {
      const [number, implementation, kind, entry, got] = result;
      const [id, , expected] = data.vectors[number];
      const [verdict, sign, style] = data.verdicts[kind];
      const details = element("details");
      const summary = element("summary");
      summary.append(
        element("span", `${sign} ${verdict}`, `badge ${style}`), " ",
        element("span", id, "name"), " ",
        element("span", data.implementations[implementation] + (entry ? `.${entry}` : ""), "soft"));
      if (style !== "good" && expected) {
        const outline = element("span", undefined, "outline");
        const short = (text) => (text.length > 40 ? `${text.slice(0, 39)}…` : text);
        outline.append(element("span", "expected ", "soft"), short(expected), element("span", " got ", "soft"), short(got));
        summary.append(" ", outline);
      }
      details.append(summary);
      details.addEventListener("toggle", () => {
        if (details.open && !details.querySelector("dl")) details.append(facts(result));
      });
      return details;
    };

    const showMore = () => {
      list.append(...matching.slice(visible, visible + STEP).map(item));
      visible = Math.min(visible + STEP, matching.length);
      more.hidden = visible >= matching.length;
      more.textContent = `show ${Math.min(STEP, matching.length - visible)} more of ${matching.length - visible}`;
    };

    const refresh = () => {
      const words = filters.text.value.toLowerCase();
      const chosen = (name, value) => !filters[name].value || filters[name].value === value;
      const ownText = (result) => [result[3], result[ANSWER], result[STAGE], result[SIGNATURE], result[COMMAND],
        result[OWN], (result[CAUSES] || []).flat().join(" "), (result[MISTAKES] || []).join(" "),
        (result[DIVERGENCES] || []).join(" ")].join(" ").toLowerCase();
      matching = data.results.filter((result) => chosen("implementation", data.implementations[result[1]])
        && chosen("metric", data.metrics[data.vectors[result[0]][1]])
        && chosen("verdict", data.verdicts[result[2]][0])
        && (!filters.flag.value || data.vectors[result[0]][5].includes(filters.flag.value))
        && (!filters.knob.value || knobs(result).includes(filters.knob.value))
        && (!words || vectorText(result[0]).includes(words) || ownText(result).includes(words)));
      cells.forEach((cell) => cell.setAttribute("aria-pressed", String(
        filters.implementation.value === cell.dataset.implementation && filters.metric.value === cell.dataset.metric)));
      list.replaceChildren();
      visible = 0;
      count.textContent = matching.length
        ? `${matching.length} of ${data.results.length} results`
        : `0 of ${data.results.length} results: no result passes all filters`;
      showMore();
    };

    const narrow = (chosen) => {
      Object.entries(filters).forEach(([name, field]) => { field.value = chosen[name] || ""; });
      refresh();
      const results = section.querySelector("#results");
      results.focus({ preventScroll: true });
      results.scrollIntoView();
    };

    cells.forEach((cell) => cell.addEventListener("click", () => narrow(cell.dataset)));
    section.querySelectorAll("button.plain[data-implementation], button[data-knob]").forEach((button) => {
      button.hidden = false;
      button.addEventListener("click", () => narrow(button.dataset));
    });
    Object.values(filters).forEach((field) => field.addEventListener("input", refresh));
    more.addEventListener("click", showMore);
    find("reset").addEventListener("click", () => narrow({}));
    section.querySelector(".filters").hidden = false;
    refresh();
  };

  /* A link may lead into a fold. */
  const openTarget = () => {
    const target = location.hash && document.getElementById(location.hash.slice(1));
    let fold = target && target.closest("details:not([open])");
    if (!fold) return;
    for (; fold; fold = fold.parentElement.closest("details:not([open])")) fold.open = true;
    target.scrollIntoView();
  };

  window.addEventListener("hashchange", openTarget);
  openTarget();
  document.querySelectorAll("[data-copy]").forEach(addCopyButton);
  document.querySelectorAll("[data-list]").forEach((list) => runPage(list.closest("section")));
})();
