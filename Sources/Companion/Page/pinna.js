"use strict";

// The page of a recorder. It keeps one stream of events open, shows the newest state, and asks for things by POST.
// The token of this browser goes into a header and nowhere else; what plays or downloads gets an address of its own.

const $ = (id) => document.getElementById(id);
const key = "pinna-token";
let token = read(key);
let last = null; // the newest event
let heardAt = performance.now(); // when anything came
let isHeard = false; // while the stream of events is open
let isListed = false;

function read(name) {
  try { return localStorage.getItem(name); } catch { return null; }
}

function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(name); else localStorage.setItem(name, value);
  } catch { /* a browser that keeps nothing is paired until it is closed */ }
}

function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element) element[name] = value; else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

function put(id, text) {
  const element = $(id);
  if (element.textContent !== text) element.textContent = text;
}

// Asking

class Refusal extends Error {
  constructor(status, reason, message) { super(message); this.status = status; this.reason = reason; }
}

async function ask(method, path, fields) {
  const headers = {};
  if (token) headers["X-Pinna-Token"] = token;
  if (method === "POST") headers["Content-Type"] = "application/json";
  let reply;
  try {
    reply = await fetch(path, { method, headers, body: method === "POST" ? JSON.stringify(fields ?? {}) : undefined, cache: "no-store" });
  } catch {
    throw new Refusal(0, "unreachable", "the recorder cannot be reached");
  }
  const answer = await reply.json().catch(() => ({}));
  if (reply.ok) return Object.assign(answer, { status: reply.status, body: answer });
  if (reply.status === 401) unpair();
  throw new Refusal(reply.status, answer.reason, answer.message ?? `the recorder answered ${reply.status}`);
}

async function order(path, fields) {
  put("answer", "");
  try { await ask("POST", path, fields); } catch (error) { put("answer", error.message); }
}

// Pairing

function unpair() {
  token = null;
  keep(key, null);
  $("recorder").hidden = true;
  $("pairing").hidden = false;
  if (stream) stream.abort();
}

function paired(news) {
  token = news;
  keep(key, token);
  put("ask-words", "");
  $("pairing").hidden = true;
  watch();
}

let wish = null;

$("ask").addEventListener("click", async () => {
  $("ask").disabled = true;
  try {
    const waiting = await ask("POST", "/api/pair", { name: $("own-name").value, earlier: wish });
    wish = waiting.id;
    await claim();
  } catch (error) {
    put("ask-words", error.message);
  }
  $("ask").disabled = false;
});

async function claim() {
  for (;;) {
    const answer = await ask("POST", "/api/pair/claim", { id: wish });
    if (answer.token) return paired(answer.token);
    put("ask-words", `Press the source button of the recorder now, once: ${Math.round(answer.seconds)} s left.`);
    await new Promise((done) => setTimeout(done, 500));
  }
}

$("code-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const answer = await ask("POST", "/api/pair/code", { code: $("code").value, name: $("own-name").value });
    $("code").value = "";
    paired(answer.token);
  } catch (error) {
    put("ask-words", error.message);
  }
});

$("forget").addEventListener("click", async () => {
  await order("/api/forget");
  unpair();
});

// Watching

let stream = null;

async function watch() {
  if (stream || !token) return;
  $("recorder").hidden = false;
  while (token) {
    stream = new AbortController();
    const triedAt = performance.now();
    // The recorder says something at least every 5 s: a stream that is silent is dead, whatever the phone thinks.
    const quiet = setInterval(() => {
      if (performance.now() - Math.max(heardAt, triedAt) > 12000) stream.abort();
    }, 2000);
    try {
      const reply = await fetch("/api/events", { headers: { "X-Pinna-Token": token }, signal: stream.signal, cache: "no-store" });
      if (reply.status === 401) { unpair(); } else if (reply.ok) { await hear(reply.body.getReader()); }
    } catch { /* it is said by the line at the top, and tried again */ }
    clearInterval(quiet);
    isHeard = false;
    show();
    if (token) await new Promise((done) => { setTimeout(done, 1000); wake = done; });
    show();
  }
  stream = null;
}

let wake = () => {};
addEventListener("online", () => wake());
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  // A phone that slept may hold a stream that is long dead.
  if (stream && performance.now() - heardAt > 6000) stream.abort();
  wake();
});

async function hear(reader) {
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    heardAt = performance.now();
    isHeard = true;
    text += decoder.decode(value, { stream: true });
    const events = text.split("\n\n");
    text = events.pop();
    // Of several that came at once only the newest counts.
    const newest = events.filter((event) => event.includes("data: ")).pop();
    if (newest) { last = JSON.parse(newest.slice(newest.indexOf("data: ") + 6)); show(); }
  }
}

setInterval(show, 1000);

// Showing

const names = {
  idle: "not ready", armed: "ready", recording: "recording", paused: "paused", finishing: "closing the take",
  lent: "its microphones are lent", faulted: "something is wrong",
};

function clock(seconds) {
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return (parts[0] ? parts : parts.slice(1)).map((n, i) => (i ? String(n).padStart(2, "0") : n)).join(":");
}

function length(seconds) {
  if (seconds < 60) return `${Math.floor(seconds)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 172800) return `${Math.floor(seconds / 3600)} h ${Math.floor(seconds / 60) % 60} min`;
  return `${Math.floor(seconds / 86400)} days`;
}

function count(number, thing) { return `${number} ${thing}${number === 1 ? "" : "s"}`; }

function size(bytes) {
  for (const [unit, one] of [["GB", 1e9], ["MB", 1e6], ["kB", 1e3]]) {
    if (bytes >= one) return `${(bytes / one).toFixed(bytes < 10 * one ? 1 : 0)} ${unit}`;
  }
  return `${bytes} bytes`;
}

function show() {
  if (!token) { put("link-words", "this browser is not paired"); document.body.className = ""; return; }
  const silent = (performance.now() - heardAt) / 1000;
  const isThere = isHeard && last !== null && last.isThere;
  document.body.className = isThere ? "there" : "away";
  if (!last) put("link-words", "connecting to the recorder");
  else if (!isHeard) put("link-words", `no connection for ${length(silent)}; what is shown is from then`);
  else if (!isThere) put("link-words", `the recorder is away since ${length(last.seconds)}: ${last.problem}`);
  else put("link-words", `connected`);
  const status = last?.status;
  if (status) { showState(status, isThere); showLevels(status, isThere); showHeld(status, isThere); }
  else for (const id of ["record", "pause", "mark"]) $(id).disabled = true;
}

function showState(status, isThere) {
  const { state, take } = status;
  put("state", isThere ? names[state] : `${names[state]} (when last heard)`);
  const number = take?.number ? `take ${take.number}, ` : "";
  put("take", take ? `${number}${clock(take.seconds)}${take.markers ? `, ${count(take.markers, "marker")}` : ""}` : status.details);
  const light = state === "recording" ? (take?.isConfirmed ? "on" : "fast") : state === "paused" ? "slow" : "off";
  $("record").className = `light-${light}`;
  const isMade = take != null;
  put("record-words", isMade ? "Stop" : "Record");
  $("record").disabled = !isThere || !(isMade || state === "armed" || state === "finishing");
  put("pause", state === "paused" ? "Go on" : "Pause");
  $("pause").disabled = !isThere || !isMade;
  $("mark").disabled = !isThere || !isMade;
  const facts = [
    ["Room", status.secondsLeft == null ? "unknown" : `${length(status.secondsLeft)} (${size(status.freeBytes ?? 0)})`],
    ["Pre-roll", `${status.preRollSeconds.toFixed(0)} of ${status.preRollWanted.toFixed(0)} s`],
    ["Gaps", String(status.gaps)],
    ["Board", `${status.boardName}, ${status.rate} Hz`],
    ["Running", `${length(status.uptimeSeconds)}, in this state ${length(status.stateSeconds)}`],
  ];
  if (status.work) facts.push(["Work", status.work]);
  const words = facts.map((fact) => fact.join("\t")).join("\n");
  if ($("facts").dataset.words !== words) {
    $("facts").dataset.words = words;
    $("facts").replaceChildren(...facts.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));
  }
  list("warnings", status.warnings.map((words) => ({ words })), ({ words }) => make("li", {}, words));
  list("events", [...status.events].reverse(), (event) => {
    const time = new Date(event.time * 1000);
    return make("li", {}, make("time", { dateTime: time.toISOString() }, time.toTimeString().slice(0, 8)),
      make("span", {}, `${event.title} ${event.details}`.trim()));
  });
  const stamp = `${isMade} ${state === "finishing"} ${take?.number ?? ""}`;
  if (isThere && stamp !== listedFor) { listedFor = stamp; loadTakes(); }
}

function list(id, values, row) {
  const words = JSON.stringify(values);
  if ($(id).dataset.words === words) return;
  $(id).dataset.words = words;
  $(id).replaceChildren(...values.map(row));
}

function place(decibels) { return Math.min(1, Math.max(0, (decibels + 60) / 60)); }

function showLevels(status, isThere) {
  for (const [id, levels] of [["ears", status.ears], ["channels", status.channels]]) {
    const box = $(id);
    const shown = levels.map((level, index) => level.name ?? (id === "channels" ? `(${index})` : ""));
    if (box.dataset.names !== shown.join("\t")) {
      box.dataset.names = shown.join("\t");
      box.replaceChildren(...shown.map((name) => make("div", { className: "level" },
        make("span", { className: "name" }, name),
        make("div", { className: "bar", role: "img" }, make("i"), make("b")),
        make("span", { className: "value" }))));
    }
    levels.forEach((level, index) => {
      const row = box.children[index];
      row.className = `level${level.isClipped ? " clipped" : ""}${level.isDead ? " dead" : ""}`;
      const [, bar, value] = row.children;
      bar.children[0].style.transform = `scaleX(${isThere ? place(level.rms) : 0})`;
      bar.children[1].style.left = isThere ? `calc(${100 * place(level.held)}% - 3px)` : "-4px";
      const words = level.isDead ? "no signal" : level.isClipped ? "clipped" : isThere ? `${Math.round(level.held) || 0} dB` : "";
      if (value.textContent !== words) value.textContent = words;
      bar.setAttribute("aria-label", `${shown[index]}: ${words || "unknown"}`);
    });
  }
}

let drawn = "";
let listedFor = null;

function showHeld(status, isThere) {
  const parts = [status.dataSource, status.orientation, status.pattern].filter(Boolean).join(", ");
  put("held", parts + (status.sides ? `: left is its ${status.sides.left} edge, right its ${status.sides.right} edge` : ""));
  choose("source", status.sources.map((source) => source.name), status.dataSource, status, isThere);
  const source = status.sources.find((one) => one.name === status.dataSource);
  choose("pattern", source?.patterns ?? [], status.pattern, status, isThere);
  const which = `${status.board} ${status.dataSource} ${status.orientation}`;
  if (isThere && which !== drawn) { drawn = which; draw($("held").textContent); }
}

async function draw(words) {
  try {
    const { svg } = await ask("GET", "/api/drawing");
    const picture = $("drawing");
    if (picture.src) URL.revokeObjectURL(picture.src);
    picture.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    picture.alt = `The board with LEFT, RIGHT and FORWARD: ${words}`;
    picture.hidden = false;
  } catch { drawn = ""; }
}

function choose(id, words, chosen, status, isThere) {
  const box = $(id);
  if (box.dataset.words !== words.join("\t")) {
    box.dataset.words = words.join("\t");
    box.replaceChildren(...words.map((word) => make("option", { value: word }, word)));
  }
  if (document.activeElement !== box || box.disabled) box.value = chosen;
  box.disabled = !isThere || status.isTakeLatched || status.take != null;
}

// Hands

$("record").addEventListener("click", () => order(last?.status?.take ? "/api/stop" : "/api/start"));
$("pause").addEventListener("click", () => order(last?.status?.state === "paused" ? "/api/resume" : "/api/pause"));
$("mark-form").addEventListener("submit", (event) => {
  event.preventDefault();
  order("/api/mark", { text: $("mark-text").value });
  $("mark-text").value = "";
});
for (const id of ["source", "pattern"]) {
  $(id).addEventListener("change", (event) => { order(`/api/${id}`, { name: event.target.value }); event.target.blur(); });
}

$("listen").addEventListener("click", async () => {
  const live = $("live");
  const isOn = $("listen").getAttribute("aria-pressed") === "true";
  if (isOn) return stopListening("a second late or more, in Opus");
  try {
    live.src = (await ask("POST", "/api/ticket", { sound: true })).path;
    await live.play();
    $("listen").setAttribute("aria-pressed", "true");
    put("listen", "Stop listening");
    put("listen-words", "live, a second late or more; what is too slow for the network is left out");
  } catch (error) {
    stopListening(error.message);
  }
});

$("live").addEventListener("error", () => { if ($("live").getAttribute("src")) stopListening("the sound has ended"); });
$("live").addEventListener("ended", () => stopListening("the sound has ended"));

function stopListening(words) {
  $("live").pause();
  $("live").removeAttribute("src");
  $("live").load();
  $("listen").setAttribute("aria-pressed", "false");
  put("listen", "Listen");
  put("listen-words", words);
}

// Takes

let takes = [];
const chosen = new Map();
const open = new Map(); // the details that are open, by number and name

let loads = 0;

async function loadTakes(before) {
  const load = ++loads;
  try {
    const answer = await ask("GET", before ? `/api/takes/before/${before}` : "/api/takes");
    // Of two that are under way the later one counts, whichever comes first.
    if (load !== loads) return;
    const numbers = new Set(answer.takes.map((take) => take.number));
    const oldest = Math.min(...numbers);
    takes = before ? takes.concat(answer.takes)
      : answer.takes.concat(answer.hasMore ? takes.filter((take) => take.number < oldest) : []);
    if (before || !isListed || !answer.hasMore) $("more").hidden = !answer.hasMore;
    isListed = true;
    showTakes();
    // One that is still being closed is looked at again.
    if (!last?.status?.take && takes.some((take) => take.state === "recording")) setTimeout(loadTakes, 1000);
  } catch (error) {
    if (error.status !== 401) put("answer", error.message);
    setTimeout(() => { listedFor = null; }, 3000);
  }
}

$("more").addEventListener("click", () => loadTakes(takes.at(-1)?.number));

const name = (take) => `${take.number} ${take.name}`;

function showTakes() {
  const names = new Set(takes.map(name));
  for (const one of [...chosen.keys()]) if (!names.has(one)) chosen.delete(one);
  for (const one of [...open.keys()]) if (!names.has(one)) open.delete(one);
  const old = new Map([...$("takes").children].map((row) => [row.dataset.words, row]));
  $("takes").replaceChildren(...takes.map((take) => {
    const words = JSON.stringify(take);
    return old.get(words) ?? row(take, words);
  }));
  $("no-takes").hidden = takes.length > 0;
  showChosen();
}

function showChosen() {
  $("chosen-row").hidden = chosen.size === 0;
  const bytes = [...chosen.values()].reduce((sum, take) => sum + take.bytes, 0);
  put("chosen", `${chosen.size} chosen, ${size(bytes)}`);
}

function row(take, words) {
  const isMade = take.state === "recording";
  const title = `Take ${take.number}`;
  const box = make("input", { type: "checkbox", disabled: isMade, checked: chosen.has(name(take)) });
  box.addEventListener("change", () => {
    if (box.checked) chosen.set(name(take), take); else chosen.delete(name(take));
    showChosen();
  });
  const facts = [take.date, clock(take.seconds), size(take.bytes),
    [take.dataSource, take.orientation, take.pattern].filter(Boolean).join(" "),
    take.markers ? count(take.markers, "marker") : "", take.gaps ? count(take.gaps, "gap") : "",
    isMade ? "is being made" : take.state !== "finished" ? take.state : take.end ?? ""].filter(Boolean).join(" · ");
  const part = make("div", {});
  const item = make("li", {}, make("div", { className: "head" }, make("label", {}, box, title), make("span", { className: "dim" }, facts)), part);
  item.dataset.words = words;
  if (!isMade) {
    const button = make("button", { type: "button", ariaExpanded: "false" }, "Play and fetch", make("span", { className: "quiet" }, ` ${title}`));
    button.addEventListener("click", async () => {
      button.disabled = true;
      try { await details(take, part); } catch (error) { put("answer", error.message); part.replaceChildren(button, make("p", {}, error.message)); }
      button.disabled = false;
    });
    part.append(button);
  }
  return item;
}

async function ticket(take, file, download) {
  return (await ask("POST", "/api/ticket", { take: take.number, name: take.name, file, download })).path;
}

function fetchFile(path) {
  const link = make("a", { href: path, download: "" });
  document.body.append(link);
  link.click();
  link.remove();
}

async function details(take, part) {
  const all = await ask("GET", `/api/takes/${take.number}`);
  const files = all.files ?? [];
  const main = Math.max(0, files.findIndex((file) => file.content === "rendered"));
  const player = make("audio", { controls: true, preload: "none" });
  player.setAttribute("aria-label", `Take ${take.number}`);
  if (files.length) player.src = await ticket(take, main, false);
  const buttons = make("div", { className: "row" });
  files.forEach((file, index) => {
    const words = `Download ${file.content} ${file.kind}, ${size(file.bytes)}`;
    const button = make("button", { type: "button" }, words);
    button.addEventListener("click", async () => fetchFile(await ticket(take, index, true)));
    buttons.append(button);
  });
  const remove = make("button", { type: "button", className: "danger" }, "Delete", make("span", { className: "quiet" }, ` take ${take.number}`));
  remove.addEventListener("click", () => question(take, remove));
  buttons.append(remove);
  const wave = make("div", {});
  const marks = all.markers.map((marker) => `${clock(marker.seconds)} ${marker.label || marker.kind}`);
  part.replaceChildren(wave, player, ...(marks.length ? [make("p", { className: "small dim" }, marks.join(" · "))] : []),
    ...all.notes.map((note) => make("p", { className: "small dim" }, note)), buttons);
  player.focus();
  outline(take, wave, player);
}

async function outline(take, box, player) {
  let wave;
  try { wave = await ask("GET", `/api/takes/${take.number}/waveform`); } catch { return; }
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("class", "wave");
  svg.setAttribute("viewBox", `0 0 ${wave.left.length} 512`);
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", `Outline of take ${take.number}, left above and right below`);
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", wave.left.map((left, x) => `M${x} ${256 - Math.max(2, left)}h1V${256 + Math.max(2, wave.right[x])}h-1z`).join(""));
  const needle = document.createElementNS(space, "line");
  for (const [at, value] of [["x1", 0], ["x2", 0], ["y1", 0], ["y2", 512]]) needle.setAttribute(at, value);
  svg.append(path, needle);
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    player.currentTime = (event.clientX - box.left) / box.width * (player.duration || take.seconds);
    player.play();
  });
  player.addEventListener("timeupdate", () => {
    const x = player.currentTime / (player.duration || take.seconds) * wave.left.length;
    needle.setAttribute("x1", x);
    needle.setAttribute("x2", x);
  });
  box.replaceChildren(svg);
}

$("archive").addEventListener("click", async () => {
  try {
    const keys = [...chosen.values()].map(({ number, name }) => ({ number, name }));
    fetchFile((await ask("POST", "/api/ticket", { takes: keys })).path);
  } catch (error) { put("answer", error.message); }
});

function question(take, from) {
  const sure = $("sure");
  put("sure-words", `Take ${take.number}, ${take.date ?? ""}, ${clock(take.seconds)}, ${size(take.bytes)}: all its files are deleted, and cannot be had back.`);
  const end = () => { sure.close(); from.focus(); };
  $("sure-no").onclick = end;
  $("sure-yes").onclick = async () => {
    end();
    await order(`/api/takes/${take.number}/delete`, { name: take.name });
    takes = takes.filter((one) => name(one) !== name(take));
    loadTakes();
  };
  sure.showModal();
  $("sure-no").focus();
}

// The beginning

function ownName() {
  const agent = navigator.userAgent;
  const system = [["iPhone", "iPhone"], ["iPad", "iPad"], ["Android", "Android"], ["Macintosh", "Mac"], ["Windows", "Windows"], ["Linux", "Linux"]]
    .find(([word]) => agent.includes(word));
  const browser = [["Firefox", "Firefox"], ["Edg", "Edge"], ["Chrome", "Chrome"], ["Safari", "Safari"]].find(([word]) => agent.includes(word));
  return [browser?.[1] ?? "browser", system ? `on ${system[1]}` : ""].join(" ").trim();
}

$("own-name").value = ownName();
if (token) watch(); else unpair();
show();
