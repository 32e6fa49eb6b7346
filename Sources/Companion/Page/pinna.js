"use strict";

// The page of a recorder. It keeps one stream of events open, shows the newest state, and sends requests by POST. This
// browser's token is only sent in a header; players and downloads get addresses of their own.

const $ = (id) => document.getElementById(id);
const key = "pinna-token";
let token = read(key);
let last = null; // the newest event
let heardAt = performance.now(); // the last time data arrived
let isHeard = false; // while the stream of events is open
let ahead = null; // seconds by which the recorder's clock is ahead of this one
let isListed = false;

function read(name) {
  try { return localStorage.getItem(name); } catch { return null; }
}

function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(name); else localStorage.setItem(name, value);
  } catch { /* a browser without storage stays paired until it is closed */ }
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

// A late answer is given up, together with its connection: a browser has only six.
async function ask(method, path, fields, seconds = 20) {
  const headers = {};
  if (token) headers["X-Pinna-Token"] = token;
  if (method === "POST") headers["Content-Type"] = "application/json";
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(), 1000 * seconds);
  let reply, answer;
  try {
    reply = await fetch(path, {
      method, headers, body: method === "POST" ? JSON.stringify(fields ?? {}) : undefined, cache: "no-store", signal: end.signal,
    });
    answer = await reply.json().catch((error) => { if (end.signal.aborted) throw error; return {}; });
  } catch {
    throw end.signal.aborted ? new Refusal(0, "noAnswer", `no answer within ${seconds} s`)
      : new Refusal(0, "unreachable", "the recorder cannot be reached");
  } finally {
    clearTimeout(timer);
  }
  if (reply.ok) return Object.assign(answer, { status: reply.status, body: answer });
  if (reply.status === 401) unpair();
  throw new Refusal(reply.status, answer.reason, answer.message ?? `the recorder answered ${reply.status}`);
}

// Errors appear at the lower edge of the screen, wherever the page is scrolled.
let answered = null; // the refusal on display
let answerTimer = 0;

function complain(error) {
  if (error?.status === 401) return;
  answered = error;
  $("answer").classList.toggle("asked", error?.reason === "asked");
  put("answer", error?.message ?? "");
  clearTimeout(answerTimer);
  if (error) answerTimer = setTimeout(() => complain(null), 15000);
}

$("answer").addEventListener("click", () => complain(null));

// Does work that may be refused; true if it was done.
async function attempt(work) {
  complain(null);
  try { await work(); return true; } catch (error) { complain(error); return false; }
}

const asking = new Set(); // orders without an answer yet

// Sends an order like pressing a button. It is carried out soon or not at all: the recorder receives its deadline.
function order(path, fields) {
  if (asking.has(path) && path !== "/api/mark") return false;
  asking.add(path);
  return attempt(async () => {
    const timer = setTimeout(() => complain({ reason: "asked", message: "request sent, no answer yet" }), 1000);
    const before = ahead === null ? undefined : performance.now() / 1000 + ahead + 5;
    try {
      await ask("POST", path, { ...fields, before }, 6);
      if (answered?.reason === "asked") complain(null);
    } catch (error) {
      if (error.reason === "noAnswer") error.message = "no answer: the state shows whether the command was carried out; it will not be carried out later";
      throw error;
    } finally {
      clearTimeout(timer);
      asking.delete(path);
    }
  });
}

// Removes complaints about an unreachable recorder once it answers again.
function reached() {
  if (answered?.reason === "unreachable" || answered?.reason === "away") complain(null);
  for (const one of document.querySelectorAll(".unreachable")) one.remove();
  for (const row of rows.values()) if (row.isBroken) renew(row);
}

// Pairing

function unpair() {
  token = null;
  keep(key, null);
  $("recorder").hidden = true;
  $("pairing").hidden = false;
  $("asked").hidden = true;
  stopListening(soundWords);
  if (stream) stream.abort();
}

function paired(news) {
  token = news;
  keep(key, token);
  wish = null;
  for (const id of ["ask-words", "ask-left", "code-words"]) put(id, "");
  $("pairing").hidden = true;
  watch();
}

let wish = null;

$("ask").addEventListener("click", async () => {
  $("ask").disabled = true;
  put("ask-words", "");
  try {
    const waiting = await ask("POST", "/api/pair", { name: $("own-name").value, earlier: wish });
    // A code may have let this browser in meanwhile.
    if (!token) { wish = waiting.id; await claim(wish); }
  } catch (error) {
    if (!token) put("ask-words", error.message);
  }
  put("ask-left", "");
  $("ask").disabled = false;
});

async function claim(mine) {
  for (let lost = 0; mine === wish;) {
    try {
      const answer = await ask("POST", "/api/pair/claim", { id: mine }, 5);
      if (mine !== wish) return;
      if (answer.token) return paired(answer.token);
      lost = 0;
      put("ask-words", `Press the source button ${answer.presses} times in a row now.`);
      put("ask-left", `${Math.round(answer.seconds)} s left. While the recorder waits for this, its red light flashes twice a second.`);
    } catch (error) {
      // A phone may lose its Wi-Fi for a moment.
      if (error.status !== 0 || ++lost > 20) throw error;
    }
    await new Promise((done) => setTimeout(done, 500));
  }
}

$("code-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  put("code-words", "");
  try {
    const answer = await ask("POST", "/api/pair/code", { code: $("code").value, name: $("own-name").value, wish });
    $("code").value = "";
    paired(answer.token);
  } catch (error) {
    put("code-words", error.message);
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
    // A page that nobody sees or hears needs no events, which are 60 MB per hour, and no connection.
    while (document.hidden && !wantsSound && token) await new Promise((done) => { wake = done; });
    if (!token) break;
    stream = new AbortController();
    const triedAt = performance.now();
    // The recorder sends something at least every second: a silent stream is dead, whatever the phone thinks.
    const quiet = setInterval(() => {
      if (performance.now() - Math.max(heardAt, triedAt) > 7000) stream.abort();
    }, 500);
    try {
      const reply = await fetch("/api/events", { headers: { "X-Pinna-Token": token }, signal: stream.signal, cache: "no-store" });
      if (reply.status === 401) { unpair(); } else if (reply.ok) { await hear(reply.body.getReader()); }
    } catch { /* the line at the top shows it, and the loop tries again */ }
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
let hiddenTimer = 0;
document.addEventListener("visibilitychange", () => {
  clearTimeout(hiddenTimer);
  if (document.hidden) {
    hiddenTimer = setTimeout(() => { if (!wantsSound) stream?.abort(); }, 3000);
    return;
  }
  // After sleep, a phone may hold a stream that died long ago.
  if (stream && performance.now() - heardAt > staleAfter) stream.abort();
  wake();
});

async function hear(reader) {
  const decoder = new TextDecoder();
  let text = "";
  let isFirst = true;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    heardAt = performance.now();
    isHeard = true;
    text += decoder.decode(value, { stream: true });
    const events = text.split("\n\n");
    text = events.pop();
    // Of several simultaneous events, only the newest counts.
    const newest = events.filter((event) => event.includes("data: ")).pop();
    if (!newest) continue;
    last = JSON.parse(newest.slice(newest.indexOf("data: ") + 6));
    // The event with the least delay shows the clock best.
    const lead = last.clock - heardAt / 1000;
    ahead = isFirst ? lead : Math.max(ahead, lead);
    isFirst = false;
    show();
  }
}

const staleAfter = 3000; // milliseconds of silence after which the display is out of date
setInterval(show, 500);

// Showing

// In the recorder's time zone, as in the dates of takes, wherever the phone is.
function timeOfDay(seconds, status) {
  const offset = status.utcOffsetSeconds ?? -60 * new Date(seconds * 1000).getTimezoneOffset();
  return new Date((seconds + offset) * 1000).toISOString().slice(11, 19);
}

function clock(seconds, round = Math.floor) {
  const whole = round(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return (parts[0] ? parts : parts.slice(1)).map((n, i) => (i ? String(n).padStart(2, "0") : n)).join(":");
}

// A position in a take, to the hundredth of a second.
function moment(seconds) {
  const whole = Math.floor(seconds * 100 + 0.5);
  return `${clock(Math.floor(whole / 100))}.${String(whole % 100).padStart(2, "0")}`;
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

let wasThere = null;

function show() {
  if (!token) { say("this browser is not paired"); put("link-words", "this browser is not paired"); document.body.className = ""; return; }
  const silent = (performance.now() - heardAt) / 1000;
  const isFresh = isHeard && silent < staleAfter / 1000;
  const isThere = isFresh && last !== null && last.isThere;
  document.body.className = isThere ? "there" : "away";
  let words = "connected";
  let since = "";
  if (!last) words = "connecting to the recorder";
  else if (!isFresh) [words, since] = [isHeard ? "no answer" : "no connection", ` for ${length(silent)}; the page shows the last known state`];
  else if (!isThere) [words, since] = ["the recorder is unavailable", ` for ${length(last.seconds)}: ${last.problem}`];
  put("link-words", words + since);
  // Seconds are not read aloud.
  say(words);
  if (isThere && wasThere === false) reached();
  wasThere = isThere;
  showAsked(isFresh ? last?.asked : null);
  const status = last?.status;
  if (status) { showState(status, isThere); showLevels(status, isThere); showHeld(status, isThere); }
  else {
    put("state", last && !isThere ? "the recorder is unavailable" : "not known yet");
    put("take", "");
    for (const id of ["record", "pause", "mark", "mark-text"]) $(id).disabled = true;
  }
  // Nothing is known before the first state: no empty cards.
  $("recorder").classList.toggle("unknown", !status);
  const canListen = isThere && status && status.state !== "lent";
  $("listen").disabled = !canListen && !wantsSound;
  if (wantsSound && canListen && !hasSound && performance.now() - soundTriedAt > 3000) listen();
}

function say(words) { put("said", words); }

function showAsked(asked) {
  $("asked").hidden = !asked;
  put("asked-words", asked
    ? `“${asked.name}” (${asked.address}) asks to be let in by ${asked.presses} presses of the source button. If you do not recognise this browser, turn it away.`
    : "");
}

$("turn-away").addEventListener("click", () => order("/api/turn-away"));

function showState(status, isThere) {
  const { state, take } = status;
  const name = status.name ? `Pinna: ${status.name}` : "Pinna";
  put("title", name);
  if (document.title !== name) document.title = name;
  put("state", isThere ? state : `${state} (last known state)`);
  const number = take?.number ? `take ${take.number}, ` : "";
  put("take", take ? `${number}${clock(take.seconds)}${take.markerCount ? `, ${count(take.markerCount, "marker")}` : ""}` : status.details);
  // Its space is reserved before a take, so that nothing moves when one begins.
  put("timer", clock(take?.seconds ?? 0));
  $("transport").classList.toggle("recording", isThere && state === "recording");
  const light = state === "recording" ? (take?.isConfirmed ? "on" : "fast") : state === "paused" ? "slow" : "off";
  $("record").className = `light-${light}`;
  const isMade = take != null;
  put("record-words", isMade ? "Stop" : "Record");
  $("record").disabled = !isThere || !(isMade || state === "armed" || state === "finishing" || status.asleepUntil);
  put("pause", state === "paused" ? "Resume" : "Pause");
  $("pause").disabled = !isThere || !isMade;
  $("mark").disabled = $("mark-text").disabled = !isThere || !isMade;
  const facts = [
    ...(status.name || status.serial ? [["Recorder", [status.name, status.serial && `serial ${status.serial}`].filter(Boolean).join(", ")]] : []),
    ["File", take?.name ?? "-"],
    ["Format", [status.format, ...status.besides].join(", ")],
    ["Room", status.secondsLeft == null ? "unknown" : `${length(status.secondsLeft)} (${size(status.freeBytes ?? 0)})`],
    ["Pre-roll", `${status.preRollSeconds.toFixed(0)} of ${status.preRollSecondsWanted.toFixed(0)} s`],
    ["Gaps", String(status.gapCount)],
    ["Board", `${status.boardName}, ${status.rate} Hz`],
    ["Running", `${length(status.uptimeSeconds)}, in this state for ${length(status.stateSeconds)}`],
  ];
  const { battery } = status;
  if (battery) facts.splice(2, 0, ["Battery", `${battery.percent == null ? "" : `${Math.round(battery.percent)} %, `}${battery.state}`]);
  if (status.isLocked) facts.push(["Buttons", "locked: the recorder ignores presses"]);
  if (status.work) facts.push(["Work", status.work]);
  const words = facts.map((fact) => fact.join("\t")).join("\n");
  if ($("facts").dataset.words !== words) {
    $("facts").dataset.words = words;
    $("facts").replaceChildren(...facts.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));
  }
  // The request of a browser to pair is shown elsewhere.
  list("warnings", status.warnings.filter((words) => !last.asked || !words.endsWith("asks to be let in")).map((words) => ({ words })), ({ words }) => make("li", {}, words));
  list("events", [...status.events].reverse(), (event) => {
    return make("li", {}, make("time", { dateTime: new Date(event.time * 1000).toISOString() }, timeOfDay(event.time, status)),
      make("span", {}, `${event.title} ${event.details}`.trim()));
  });
  const stamp = `${isMade} ${state === "finishing"} ${take?.number ?? ""}`;
  if (isThere && stamp !== listedFor) { listedFor = stamp; loadTakes(); }
  showMade(take);
}

function list(id, values, row) {
  const words = JSON.stringify(values);
  if ($(id).dataset.words === words) return;
  $(id).dataset.words = words;
  $(id).replaceChildren(...values.map(row));
}

function place(decibels) { return Math.min(1, Math.max(0, (decibels + 60) / 60)); }

function showLevels(status, isThere) {
  for (const [id, levels] of [["ears", status.ears], ["channels", status.channels.filter((one) => one.name)]]) {
    const box = $(id);
    const shown = levels.map((level) => level.name ?? "");
    if (box.dataset.names !== shown.join("\t")) {
      box.dataset.names = shown.join("\t");
      box.replaceChildren(...shown.map((name) => make("div", { className: "level" },
        make("span", { className: "name" }, name),
        make("div", { className: "bar", role: "img" }, make("i"), make("b")),
        make("span", { className: "value" }))));
    }
    levels.forEach((level, index) => {
      const row = box.children[index];
      row.className = `level${isThere && level.isClipped ? " clipped" : ""}${level.isDead ? " dead" : ""}`;
      const [, bar, value] = row.children;
      bar.children[0].style.transform = `scaleX(${isThere ? place(level.rms) : 0})`;
      bar.children[1].style.left = isThere ? `calc(${100 * place(level.held)}% - 3px)` : "-4px";
      const words = !isThere ? "" : level.isDead ? "no signal" : level.isClipped ? "clipped" : `${Math.round(level.held) || 0} dB`;
      if (value.textContent !== words) value.textContent = words;
      bar.setAttribute("aria-label", `${shown[index]}: ${words || "unknown"}`);
    });
  }
}

let drawn = "";
let listedFor = null;

function showHeld(status, isThere) {
  const parts = [status.dataSource, status.orientation, status.pattern].filter(Boolean).join(", ");
  put("held", parts + (status.sides ? `: left is its ${status.sides.left} edge, right its ${status.sides.right} edge, seen from its front` : ""));
  choose("source", status.dataSources.map((source) => source.name), status.dataSource, status, isThere);
  const source = status.dataSources.find((one) => one.name === status.dataSource);
  choose("pattern", source?.patterns ?? [], status.pattern, status, isThere);
  showSound(status, isThere);
  const which = `${status.board} ${status.dataSource} ${status.orientation}`;
  if (isThere && which !== drawn) { drawn = which; draw($("held").textContent); }
  showWorld(status.simulation);
}

// Low cut and input gain, which can be changed between takes.

const lowCuts = [0, 40, 50, 80, 120, 240];

function showSound(status, isThere) {
  const isFixed = !isThere || status.isTakeLatched;
  const box = $("low-cut");
  const wanted = status.lowCut ?? 0;
  const words = [...new Set([...lowCuts, wanted])].sort((a, b) => a - b);
  if (box.dataset.words !== words.join()) {
    box.dataset.words = words.join();
    box.replaceChildren(...words.map((hertz) => option(hertz, hertz ? `${hertz} Hz` : "off")));
  }
  if (document.activeElement !== box) box.value = wanted;
  box.disabled = isFixed;
  $("gain-field").hidden = !status.canSetGain;
  if (document.activeElement !== $("gain")) $("gain").value = status.inputGain ?? 0;
  $("gain").disabled = isFixed;
  put("gain-words", status.inputGain == null ? "as set on the sound card" : `${status.inputGain} dB`);
}

$("low-cut").addEventListener("change", () => order("/api/adjust", { lowCut: Number($("low-cut").value) }));
$("gain").addEventListener("change", () => order("/api/adjust", { inputGain: Number($("gain").value) }));

// A simulated board: controls for the board and its surroundings. A button's label may change, but not its position.

const winds = { calm: ["lightWind", "Light wind"], light: ["strongWind", "Strong wind"], strong: ["calm", "No wind"] };

function showWorld(world) {
  $("world").hidden = !world;
  if (!world) return;
  const azimuth = world.voiceAzimuth;
  const voice = azimuth == null ? "" : azimuth === 0 ? "the voice is ahead; " : Math.abs(azimuth) === 180 ? "the voice is behind; "
    : `the voice is ${Math.abs(azimuth)}° to the ${azimuth < 0 ? "left" : "right"}; `;
  put("world-words", `A simulated board: ${voice}${world.wind === "calm" ? "no wind" : `${world.wind} wind`}.`);
  const acts = [["turnLeft", "Turn left"], ["turnRight", "Turn right"], ...(azimuth == null ? [] : [["walkLeft", "Voice left"], ["walkRight", "Voice right"]]),
    winds[world.wind] ?? winds.strong, world.isPluggedIn ? ["unplug", "Unplug"] : ["plugIn", "Plug in"],
    world.isCardIn ? ["pullCard", "Pull the card"] : ["insertCard", "Insert the card"]];
  const box = $("acts");
  while (box.children.length < acts.length) {
    const button = make("button", { type: "button" });
    button.addEventListener("click", () => order("/api/act", { name: button.dataset.act }));
    box.append(button);
  }
  for (const [index, [act, words]] of acts.entries()) {
    const button = box.children[index];
    button.dataset.act = act;
    if (button.textContent !== words) button.textContent = words;
  }
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
    box.replaceChildren(...words.map((word) => {
      const button = make("button", { type: "button" }, word);
      button.addEventListener("click", () => {
        if (button.getAttribute("aria-disabled") !== "true") order(`/api/${id}`, { name: word });
      });
      return button;
    }));
  }
  const isFixed = !isThere || status.isTakeLatched;
  for (const [index, button] of [...box.children].entries()) {
    button.setAttribute("aria-pressed", String(words[index] === chosen));
    // Not `disabled`, which would take the focus away when a take starts.
    button.setAttribute("aria-disabled", String(isFixed));
  }
}

// Hands

$("record").addEventListener("click", () => order(last?.status?.take ? "/api/stop" : "/api/start"));
$("pause").addEventListener("click", () => order(last?.status?.state === "paused" ? "/api/resume" : "/api/pause"));
$("mark-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = $("mark-text");
  const text = field.value;
  // Text stays if the marker was not set, or if it was edited meanwhile.
  if (await order("/api/mark", { text }) && field.value === text) field.value = "";
});

const soundWords = "delayed by a second or more, in Opus";
let wantsSound = false;
let hasSound = false;
let soundTriedAt = -Infinity;

$("listen").addEventListener("click", () => {
  if (wantsSound) return stopListening(soundWords);
  wantsSound = true;
  listen();
});

async function listen() {
  const live = $("live");
  soundTriedAt = performance.now();
  hasSound = true;
  $("listen").setAttribute("aria-pressed", "true");
  put("listen", "Stop listening");
  try {
    live.src = (await ask("POST", "/api/ticket", { sound: true })).path;
    await live.play();
    put("listen-words", "live, delayed by a second or more; if the network is too slow, parts of the sound are left out");
  } catch (error) {
    if (error.name === "NotAllowedError" || (error.status ?? 0) >= 400 && error.status !== 503) stopListening(error.message);
    else interrupted();
  }
}

function interrupted() {
  if (!wantsSound || !$("live").getAttribute("src") && !hasSound) return;
  hasSound = false;
  $("live").removeAttribute("src");
  $("live").load();
  put("listen-words", "the sound has stopped; it will continue when the recorder is available again");
}

$("live").addEventListener("error", interrupted);
$("live").addEventListener("ended", interrupted);

function stopListening(words) {
  wantsSound = hasSound = false;
  $("live").pause();
  $("live").removeAttribute("src");
  $("live").load();
  $("listen").setAttribute("aria-pressed", "false");
  put("listen", "Listen");
  put("listen-words", words);
}

// Takes

let takes = [];
let hasMore = false;
let others = 0; // the sound files without a take number, which the list leaves out
const chosen = new Map();
const rows = new Map(); // the rows of the list, by take number and name

let loads = 0;
let isLoading = false;
let listedAt = 0; // the end of the last load, even if it failed

// Reloads to find takes that were deleted elsewhere, which the state does not show.
setInterval(() => {
  if (!isListed || isLoading || document.hidden || wasThere !== true || last?.status?.take) return;
  if (performance.now() - listedAt > 15000) loadTakes();
}, 1000);

async function loadTakes(before) {
  const load = ++loads;
  isLoading = true;
  try {
    const oldest = before ? Infinity : takes.at(-1)?.number ?? Infinity;
    let found = [];
    let page = 0;
    let answer;
    // A reload goes on to the oldest take on display, however many takes were added or deleted elsewhere.
    do {
      const from = found.at(-1)?.number ?? before;
      answer = await ask("GET", from ? `/api/takes/before/${from}` : "/api/takes");
      // Of two concurrent loads, the later one counts, whichever arrives first.
      if (load !== loads) return;
      page ||= answer.takes.length;
      found = found.concat(answer.takes);
    } while (answer.hasMore && answer.takes.length && found.at(-1).number > oldest);
    const kept = found.filter((take, index) => index < page || take.number >= oldest);
    takes = before ? takes.concat(kept) : kept;
    hasMore = answer.hasMore || kept.length < found.length;
    others = answer.otherFileCount ?? 0;
    isListed = true;
    showTakes();
    // Check a take again that is still being closed.
    if (!last?.status?.take && takes.some((take) => take.state === "recording")) setTimeout(loadTakes, 1000);
  } catch (error) {
    // An unreadable folder may last: it is shown below the list, which stays, and hides no other complaint.
    if (error.reason === "storage") put("other-files", error.message); else complain(error);
    setTimeout(() => { listedFor = null; }, 3000);
  } finally {
    if (load === loads) [isLoading, listedAt] = [false, performance.now()];
  }
}

$("more").addEventListener("click", () => loadTakes(takes.at(-1)?.number));

const name = (take) => `${take.number} ${take.name}`;

// Puts the list in order. Existing rows stay, with their focus and player, and the row in view stays where it is on the
// screen.
function showTakes() {
  const box = $("takes");
  const names = new Set(takes.map(name));
  for (const one of [...chosen.keys()]) if (!names.has(one)) chosen.delete(one);
  const seen = [...box.children].find((item) => item.getBoundingClientRect().bottom > 0);
  const top = seen?.getBoundingClientRect().top;
  for (const [one, row] of rows) if (!names.has(one)) { row.item.remove(); rows.delete(one); }
  takes.forEach((take, index) => {
    let row = rows.get(name(take));
    if (!row) rows.set(name(take), row = makeRow(take));
    row.update(take);
    if (box.children[index] !== row.item) box.insertBefore(row.item, box.children[index] ?? null);
  });
  if (seen?.isConnected && top < 0) scrollBy({ top: seen.getBoundingClientRect().top - top, behavior: "instant" });
  $("more").hidden = !hasMore;
  $("no-takes").hidden = takes.length > 0;
  put("other-files", others ? `${count(others, "sound file")} without a take number: listed by 'pinna takes list', not here.` : "");
  $("takes-words").hidden = $("all-row").hidden = takes.length === 0;
  showChosen();
}

function showChosen() {
  $("chosen-row").hidden = chosen.size === 0;
  const bytes = [...chosen.values()].reduce((sum, take) => sum + take.bytes, 0);
  put("chosen", `${chosen.size} selected, ${size(bytes)}`);
  const can = takes.filter((take) => take.state !== "recording");
  $("all").checked = !hasMore && can.length > 0 && can.every((take) => chosen.has(name(take)));
  $("all").indeterminate = !$("all").checked && chosen.size > 0;
}

$("all").addEventListener("change", async () => {
  const isOn = $("all").checked;
  $("all").disabled = true;
  // Also those that the list does not show yet.
  while (isOn && hasMore) {
    const count = takes.length;
    await loadTakes(takes.at(-1)?.number);
    if (takes.length === count) break;
  }
  chosen.clear();
  if (isOn) for (const take of takes) if (take.state !== "recording") chosen.set(name(take), take);
  for (const [one, row] of rows) row.box.checked = chosen.has(one);
  $("all").disabled = false;
  showChosen();
});

function facts(take) {
  const isMade = take.state === "recording";
  return [take.date, isMade ? "" : clock(take.seconds, Math.round), isMade ? "" : size(take.bytes),
    [take.dataSource, take.orientation, take.pattern].filter(Boolean).join(" "),
    take.rating === "keep" ? "to keep" : take.rating === "false" ? "false take" : "",
    take.markerCount ? count(take.markerCount, "marker") : "", take.gapCount ? count(take.gapCount, "gap") : "",
    isMade ? "is being recorded" : take.state === "cutOff" ? "cut off" : take.state !== "finished" ? take.state
      : take.end ?? ""].filter(Boolean).join(" · ");
}

// The length of the current take comes from the state, not from the list.
function showMade(made) {
  for (const row of rows.values()) {
    if (row.take.state !== "recording") continue;
    const isIt = made && made.number === row.take.number;
    row.say(facts(row.take) + (isIt ? ` · ${clock(made.seconds)}` : ""));
  }
}

function makeRow(take) {
  const number = `Take ${take.number}`;
  const title = make("span", {}, number);
  const box = make("input", { type: "checkbox" });
  const row = { take, box, isOpen: false };
  const words = make("span", { className: "dim" });
  const wave = make("div", {});
  const part = make("div", {});
  const button = make("button", { type: "button", ariaExpanded: "false" }, isAmbisonic(take) ? "Download" : "Play and download", make("span", { className: "quiet" }, ` ${number}`));
  row.part = part;
  row.say = (text) => { if (words.textContent !== text) words.textContent = text; };
  row.item = make("li", {}, make("div", { className: "head" }, make("label", {}, box, title), words), wave, part);
  row.wave = wave;
  row.update = (news) => {
    const wasMade = row.take.state === "recording";
    row.take = news;
    const isMade = news.state === "recording";
    box.disabled = isMade;
    box.checked = chosen.has(name(news));
    if (chosen.has(name(news))) chosen.set(name(news), news);
    row.say(facts(news));
    const words = news.title ? `${number}: ${news.title}` : number;
    if (title.textContent !== words) title.textContent = words;
    row.item.classList.toggle("false-take", news.rating === "false");
    if (!isMade && !row.isOpen && !part.contains(button)) part.append(button);
    if (!isMade && (wasMade || !row.isSeen)) { row.isSeen = true; inSight.observe(row.item); }
  };
  box.addEventListener("change", () => {
    if (box.checked) chosen.set(name(row.take), row.take); else chosen.delete(name(row.take));
    showChosen();
  });
  row.open = async () => {
    button.disabled = true;
    for (const one of part.querySelectorAll(".problem")) one.remove();
    try {
      await details(row, part);
    } catch (error) {
      part.append(make("p", { className: `problem${error.status === 0 ? " unreachable" : ""}` }, error.message));
    }
    button.disabled = false;
  };
  button.addEventListener("click", row.open);
  row.item.row = row;
  return row;
}

// Outlines of visible rows, one after the other; not during a take, to spare the recorder.
const waiting = [];
let isDrawing = false;
const inSight = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    if (!entry.isIntersecting) continue;
    inSight.unobserve(entry.target);
    waiting.push(entry.target.row);
  }
  drawOutlines();
});

async function drawOutlines() {
  if (isDrawing) return;
  isDrawing = true;
  while (waiting.length) {
    if (last?.status?.take || !last?.isThere || !isHeard) { setTimeout(drawOutlines, 3000); break; }
    const row = waiting.shift();
    if (row.item.isConnected) await outline(row).catch(() => {});
  }
  isDrawing = false;
}

async function ticket(take, file, download) {
  return (await ask("POST", "/api/ticket", { take: take.number, name: take.name, file, download })).path;
}

// Downloads, one after the other across all pages of this browser: it has six connections in all, and several downloads
// over a slow network would leave none for Stop.
const queue = [];
let fetchedAt = -Infinity;
let isFetching = false;

const rest = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

async function fetchFile(address) {
  queue.push(address);
  if (isFetching) return showQueue();
  isFetching = true;
  for (let lost = 0; queue.length;) {
    try {
      // Give the previous download a moment to begin.
      await rest(Math.max(0, fetchedAt + 1000 - performance.now()));
      if ((await ask("GET", "/api/fetching")).count === 0) {
        const link = make("a", { href: await queue[0](), download: "" });
        document.body.append(link);
        link.click();
        link.remove();
        fetchedAt = performance.now();
        queue.shift();
      }
      lost = 0;
    } catch (error) {
      // Report a failed download, and continue with the others.
      if (error.status !== 0 || ++lost > 3 || queue.length === 1) { complain(error); queue.shift(); }
    }
    showQueue();
    if (queue.length) await rest(1000);
  }
  isFetching = false;
}

function showQueue() {
  put("queue", queue.length ? `${count(queue.length, "download")} after the current one` : "");
}

// The content of a file, in one word for people.
function contents(take, file) {
  if (file.content !== "rendered") return file.content;
  return isAmbisonic(take) ? "ambisonic" : file.channelCount === 1 ? "mono" : "stereo";
}

// Plays a take from a given second. A long take has several files, and the player has one of them at a time.
function playFrom(row, seconds) {
  const { take, player, pieces } = row;
  if (!player || !pieces.length) return;
  row.wanted = seconds;
  const piece = pieces.filter((one) => one.from <= seconds).at(-1) ?? pieces[0];
  return attempt(async () => {
    if (piece !== row.piece) {
      const path = await ticket(take, piece.index, false);
      if (row.wanted !== seconds) return;
      usePiece(row, piece, path);
    }
    player.currentTime = seconds - piece.from;
    player.play().catch(() => { /* the player reports its error */ });
  });
}

function usePiece(row, piece, path) {
  row.piece = piece;
  row.player.src = path;
  row.pieceWords.textContent = `File ${row.pieces.indexOf(piece) + 1} of ${row.pieces.length}; it starts at ${clock(piece.from)} of the take.`;
}

// The playback position in the take.
function position(row) { return row.player ? (row.piece?.from ?? 0) + row.player.currentTime : 0; }

// Edits a take's description, and shows the changed take.
async function edit(row, fields) {
  const { take } = row;
  return attempt(async () => {
    const news = await ask("POST", `/api/takes/${take.number}/edit`, { name: take.name, ...fields }, 600);
    row.update({ ...row.take, title: news.title, rating: news.rating, markerCount: news.markerCount });
    row.told(news, fields);
  });
}

// Title, note, rating and markers, which can be edited. `row.told` shows changes of the take in the elements that are
// there already, so that the focus stays, and texts that are not saved yet, too.
function showWords(row, all) {
  const { take } = row;
  const ask = (label, maxLength) => {
    const input = make("input", { maxLength, autocomplete: "off" });
    return [input, make("label", {}, label, input)];
  };
  const [title, titleLabel] = ask("Title", 120);
  const [note, noteLabel] = ask("Note", 400);
  const save = make("button", {}, "Save", make("span", { className: "quiet" }, ` title and note of take ${take.number}`));
  const words = make("form", { className: "words" }, titleLabel, noteLabel, save);
  words.addEventListener("submit", (event) => {
    event.preventDefault();
    // Only what was changed here: another browser may have changed the rest.
    const changed = Object.entries({ title, note }).filter(([key, input]) => input.value !== saved[key]);
    if (changed.length) edit(row, Object.fromEntries(changed.map(([key, input]) => [key, input.value])));
  });
  const judge = [["keep", "Keep"], ["false", "False take"]].map(([rating, label]) => {
    const button = make("button", { type: "button" }, label);
    button.addEventListener("click", () => edit(row, { rating: saved.rating === rating ? "none" : rating }));
    return [rating, button];
  });
  const text = make("input", { maxLength: 120, placeholder: "text of the marker", ariaLabel: "Text of a new marker", autocomplete: "off" });
  const form = make("form", { className: "row" }, text, make("button", {}, "Mark here"));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const label = text.value;
    if (await edit(row, { mark: position(row), label }) && text.value === label) text.value = "";
  });
  const marks = make("ul", { className: "marks", ariaLabel: "Markers" });
  const saved = { title: "", note: "", rating: undefined };
  row.told = (news, sent = {}) => {
    for (const [key, input] of Object.entries({ title, note })) {
      const value = news[key] ?? "";
      if (input.value === saved[key] || input.value === sent[key]) input.value = value;
      saved[key] = value;
    }
    saved.rating = news.rating;
    for (const [rating, button] of judge) button.ariaPressed = String(news.rating === rating);
    listMarkers(row, marks, news.markers, row.player ? text : title);
  };
  row.told(all);
  row.words.replaceChildren(...(row.player ? [make("div", { className: "row" }, form)] : []), marks, words,
    make("div", { className: "row" }, ...judge.map(([, button]) => button)), trimmer(row));
}

// The markers of a take as buttons, and in its outline. If the button with the focus goes, the focus moves to the next
// button, or else to `next`.
function listMarkers(row, list, markers, next) {
  const focused = [...list.querySelectorAll("button")].indexOf(document.activeElement);
  list.replaceChildren(...markers.map((marker) => {
    const label = `${clock(marker.seconds)} ${marker.label || marker.kind}`;
    const go = make("button", { type: "button" }, label);
    go.addEventListener("click", () => playFrom(row, marker.seconds));
    if (marker.kind !== "button") return make("li", {}, go);
    const remove = make("button", { type: "button", ariaLabel: `Remove the marker ${label}` }, "×");
    remove.addEventListener("click", () => edit(row, { unmark: marker.seconds }));
    return make("li", {}, go, remove);
  }));
  if (focused >= 0) ([...list.querySelectorAll("button")].slice(0, focused + 1).at(-1) ?? next).focus();
  row.marks = markers;
  showMarks(row);
}

// Two handles, and the part between them as a new take.
function trimmer(row) {
  const { take } = row;
  const handle = (label, value) => {
    const input = make("input", { type: "range", min: 0, max: take.seconds, step: 0.01, value });
    return [input, make("label", {}, label, input)];
  };
  const [from, fromLabel] = handle("From", 0);
  const [to, toLabel] = handle("To", take.seconds);
  const words = make("p", { className: "small dim", role: "status" });
  const button = make("button", { type: "button", disabled: true }, "Make a new take");
  const ends = () => [from, to].map((one) => Number(one.value));
  const show = () => {
    const [start, end] = ends();
    button.disabled = !(start < end) || end - start >= take.seconds - 0.005;
    words.textContent = start < end ? `${moment(start)} to ${moment(end)}, ${(end - start).toFixed(2)} s` : "The end must be after the start.";
    row.cuts = start < end ? [[0, start], [end, take.seconds]] : [];
    showMarks(row);
  };
  for (const one of [from, to]) one.addEventListener("input", show);
  from.addEventListener("change", () => playFrom(row, ends()[0]));
  to.addEventListener("change", () => playFrom(row, Math.max(ends()[0], ends()[1] - 2)));
  button.addEventListener("click", () => attempt(async () => {
    button.disabled = true;
    words.textContent = "The new take is being made.";
    try {
      const [start, end] = ends();
      const made = await ask("POST", `/api/takes/${take.number}/trim`, { name: take.name, from: start, to: Math.min(end, take.seconds) }, 600);
      words.textContent = `Take ${made.number} was made from this take, which stays unchanged.`;
      await loadTakes();
    } catch (error) {
      show();
      throw error;
    }
  }));
  const part = make("details", {}, make("summary", {}, "Trim"), make("div", { className: "words" }, fromLabel, toLabel), words, make("div", { className: "row" }, button));
  part.addEventListener("toggle", () => { if (part.open) return show(); row.cuts = []; showMarks(row); });
  return part;
}

async function details(row, part) {
  const { take } = row;
  const all = await ask("POST", `/api/takes/${take.number}`, { name: take.name });
  const files = all.files ?? [];
  const content = files.find((file) => file.content === "rendered")?.content ?? files[0]?.content;
  row.pieces = files.map((file, index) => ({ index, content: file.content, from: file.firstFrame / (file.rate || 1) }))
    .filter((piece) => piece.content === content);
  row.pieceWords = make("p", { className: "small dim", role: "status", hidden: row.pieces.length < 2 });
  const player = isAmbisonic(take)
    ? make("p", { className: "small dim" }, "Ambisonics (W, Y, Z, X): download it, and open it in a program that decodes it.")
    : await makePlayer(row, take);
  const buttons = make("div", { className: "row" });
  files.forEach((file, index) => {
    const words = `Download ${contents(take, file)} ${file.kind}, ${size(file.bytes)}`;
    const button = make("button", { type: "button" }, words);
    button.addEventListener("click", () => { complain(null); fetchFile(() => ticket(take, index, true)); });
    buttons.append(button);
  });
  const remove = make("button", { type: "button", className: "danger" }, "Delete", make("span", { className: "quiet" }, ` take ${take.number}`));
  remove.addEventListener("click", () => question(take, remove));
  buttons.append(remove);
  row.isOpen = true;
  row.item.classList.add("open");
  row.words = make("div", {});
  showWords(row, all);
  const works = [sender(row)];
  if (files.some((file) => file.content === "raw") && row.player) works.push(director(row));
  part.replaceChildren(player, row.pieceWords, zoomer(row), row.words, ...works, ...all.notes.map((note) => make("p", { className: "small dim" }, note)), buttons);
  if (!row.player) { buttons.querySelector("button").focus(); return; }
  player.focus();
  await outline(row).catch(() => {});
}

// A browser would play W, Y, Z and X as if they were four loudspeakers.
function isAmbisonic(take) { return take.pattern === "ambix"; }

async function makePlayer(row, take) {
  const player = make("audio", { controls: true, preload: "none" });
  player.setAttribute("aria-label", `Take ${take.number}`);
  row.address = () => ticket(take, row.piece.index, false);
  const first = row.pieces[0];
  const path = first && await ticket(take, first.index, false);
  player.addEventListener("error", () => renew(row));
  player.addEventListener("playing", () => { row.renewedAt = -Infinity; });
  player.addEventListener("timeupdate", () => {
    if (!row.needle) return;
    for (const end of ["x1", "x2"]) row.needle.setAttribute(end, across(row, position(row)));
  });
  player.addEventListener("ended", () => {
    const next = row.pieces[row.pieces.indexOf(row.piece) + 1];
    if (next) playFrom(row, next.from);
  });
  row.player = player;
  if (first) usePiece(row, first, path);
  return player;
}

// A player with an expired address, such as after a restart of the server, gets a new one and continues.
async function renew(row) {
  const { player } = row;
  if (!player.getAttribute("src") || row.isRenewing) return;
  const place = player.currentTime;
  const wasPlaying = row.isBroken ? row.wasPlaying : !player.paused;
  // A new address does not help if the sound is damaged, or if nothing has played since the last new address.
  const isDamaged = player.error?.code === MediaError.MEDIA_ERR_DECODE;
  const isAgain = isDamaged || performance.now() - (row.renewedAt ?? -Infinity) < 5000 && !row.isBroken;
  [row.isRenewing, row.isBroken, row.wasPlaying] = [true, true, wasPlaying];
  row.problem?.remove();
  try {
    if (isAgain) throw new Refusal(0, "unplayable", "this browser cannot play it; download it instead");
    const { piece } = row;
    const path = await row.address();
    row.renewedAt = performance.now();
    row.isBroken = false;
    // Meanwhile, the player may have gone on to another file of the take.
    if (row.piece === piece) {
      player.src = path;
      player.currentTime = place;
      if (wasPlaying) player.play().catch(() => { /* the player reports its error */ });
    }
  } catch (error) {
    if (error.reason === "unplayable") row.isBroken = false;
    row.problem = make("p", { className: `problem${error.reason === "unreachable" ? " unreachable" : ""}`, role: "status" }, error.message);
    player.after(row.problem);
  }
  row.isRenewing = false;
}

// Outlines. `row.view` is the range in seconds that the outline shows.

// The horizontal position of a moment of a take in its outline, in outline units.
function across(row, seconds) {
  const [from, to] = row.view;
  return (seconds - from) / (to - from) * row.parts;
}

// Markers and the parts that a trim cuts off, once the outline exists.
function showMarks(row) {
  if (!row.needle) return;
  for (const one of row.wave.querySelectorAll(".marker, .cut")) one.remove();
  for (const [from, to] of row.cuts ?? []) {
    const [x, end] = [across(row, from), across(row, to)];
    if (end > x) row.needle.before(vector("rect", { class: "cut", x, y: 0, width: end - x, height: 512 }));
  }
  for (const marker of row.marks ?? []) {
    const x = across(row, marker.seconds);
    const line = vector("line", { class: "marker", x1: x, x2: x, y1: 0, y2: 512 });
    line.append(vector("title", {}, marker.label || marker.kind));
    row.needle.before(line);
  }
}

function vector(tag, attributes, text = "") {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
}

async function outline(row) {
  if (!row.needle) await drawOutline(row, [0, row.take.seconds]);
}

async function drawOutline(row, view) {
  const { take } = row;
  const isWhole = view[0] <= 0 && view[1] >= take.seconds;
  const [from, to] = isWhole ? [] : view.map((seconds) => Math.round(1000 * seconds));
  const wave = await ask("POST", `/api/takes/${take.number}/waveform`, { name: take.name, from, to });
  row.parts = wave.left.length;
  row.view = view;
  const place = isWhole ? clock(take.seconds, Math.round) : `${moment(view[0])} to ${moment(view[1])}`;
  const svg = vector("svg", {
    class: "wave", viewBox: `0 0 ${row.parts} 512`, preserveAspectRatio: "none", role: "img",
    "aria-label": `Waveform of take ${take.number}, ${place}, left above and right below`,
  });
  const left = wave.left.map((reach, x) => `M${x} 256h1V${256 - Math.max(2, reach)}h-1z`).join("");
  const right = wave.right.map((reach, x) => `M${x} 256h1V${256 + Math.max(2, reach)}h-1z`).join("");
  row.needle = vector("line", { x1: -9, x2: -9, y1: 0, y2: 512 });
  svg.append(vector("path", { class: "left", d: left }), vector("path", { class: "right", d: right }), row.needle);
  svg.addEventListener("click", async (event) => {
    const box = svg.getBoundingClientRect();
    const share = (event.clientX - box.left) / box.width;
    if (!row.isOpen && !isAmbisonic(take)) await row.open();
    playFrom(row, view[0] + share * (view[1] - view[0]));
  });
  row.wave.replaceChildren(svg);
  showMarks(row);
}

// Buttons that zoom into the outline around the playback position.
function zoomer(row) {
  const words = make("p", { className: "small dim", role: "status" });
  const move = (label, name, next) => {
    const button = make("button", { type: "button", ariaLabel: name }, label);
    button.addEventListener("click", () => attempt(async () => {
      const all = row.take.seconds;
      const [from, to] = row.view ?? [0, all];
      const [middle, width] = next(from, to);
      // Rounding: twice half of the outline may not be exactly all of it.
      const shown = width > all - 0.001 ? all : Math.min(all, Math.max(0.5, width));
      const start = Math.min(Math.max(0, middle - shown / 2), all - shown);
      await drawOutline(row, [start, start + shown]);
      words.textContent = shown < all ? `${moment(start)} to ${moment(start + shown)}` : "all of it";
    }));
    return button;
  };
  const centre = (from, to) => {
    const now = position(row);
    return now > from && now < to ? now : (from + to) / 2;
  };
  return make("div", { className: "row zoom" },
    move("+", "Zoom in on the waveform", (from, to) => [centre(from, to), (to - from) / 2]),
    move("−", "Zoom out of the waveform", (from, to) => [centre(from, to), (to - from) * 2]),
    move("‹", "Earlier", (from, to) => [(from + to) / 2 - (to - from) / 2, to - from]),
    move("›", "Later", (from, to) => [(from + to) / 2 + (to - from) / 2, to - from]), words);
}

// Products that the recorder makes from a take: copies to share, a focus, a picture of directions.

// Requests a product, reports progress, and returns its files.
async function made(row, wish, tell) {
  const { take } = row;
  const { id } = await ask("POST", `/api/takes/${take.number}/make`, { name: take.name, ...wish });
  for (let lost = 0; ;) {
    await rest(300);
    let report;
    try {
      report = await ask("GET", `/api/made/${id}`);
      lost = 0;
    } catch (error) {
      // A phone may lose its Wi-Fi for a moment.
      if (error.status !== 0 || ++lost > 20) throw error;
      continue;
    }
    if (report.state === "failed") throw new Refusal(409, "failed", report.message);
    if (report.state === "ready") return { id, files: report.files, facts: report.facts ? JSON.parse(report.facts) : null };
    tell(report.state === "waiting" ? "waiting for earlier jobs" : `being made: ${Math.round(100 * report.progress)} %`);
  }
}

async function ticketOfMade(id, file, download) {
  return (await ask("POST", "/api/ticket", { made: id, file, download })).path;
}

// Runs work, with its status in a line of words and its button disabled.
function working(button, words, work) {
  button.addEventListener("click", () => attempt(async () => {
    button.disabled = true;
    try {
      await work((text) => { if (words.textContent !== text) words.textContent = text; });
    } catch (error) {
      words.textContent = "";
      throw error;
    } finally {
      button.disabled = false;
    }
  }));
}

function option(value, label) { return make("option", { value }, label); }

// A copy for other people, through the phone's share sheet if the browser has one, else as a download.
function sender(row) {
  const format = make("select", {}, option("m4a", "m4a, at the usual loudness for phones"), option("mp3", "MP3, at the usual loudness for phones"), option("flac", "FLAC, every sample"));
  const words = make("p", { className: "small dim", role: "status" });
  const prepare = make("button", { type: "button" }, "Prepare the copy");
  const share = make("button", { type: "button", className: "main", hidden: true }, "Share");
  let files = [];
  working(prepare, words, async (tell) => {
    share.hidden = true;
    const copy = await made(row, { what: "copy", format: format.value }, tell);
    const bytes = copy.files.reduce((sum, file) => sum + file.bytes, 0);
    // Only pages with a certificate may share; a small copy is fetched at once, since a share needs a fresh tap.
    if (navigator.canShare && bytes < 1e8) {
      files = [];
      for (const [index, file] of copy.files.entries()) {
        tell(`fetching ${file.name}`);
        const blob = await (await fetch(await ticketOfMade(copy.id, index, false))).blob();
        files.push(new File([blob], file.name, { type: blob.type }));
      }
      if (navigator.canShare({ files })) {
        share.hidden = false;
        share.focus();
        return tell(`${size(bytes)}, ready to be shared`);
      }
    }
    copy.files.forEach((_, index) => fetchFile(() => ticketOfMade(copy.id, index, true)));
    tell(`${size(bytes)}, downloaded`);
  });
  share.addEventListener("click", () => attempt(async () => {
    try {
      await navigator.share({ files, title: row.take.title || `Take ${row.take.number}` });
      words.textContent = "shared";
    } catch (error) {
      if (error.name !== "AbortError") throw error;
    }
  }));
  return make("details", {}, make("summary", {}, "Send"), make("div", { className: "words" }, make("label", {}, "Format", format)),
    make("div", { className: "row" }, prepare, share), words);
}

function side(azimuth) {
  const whole = Math.round(azimuth);
  if (whole === 0) return "straight ahead";
  return Math.abs(whole) === 180 ? "straight behind" : `${Math.abs(whole)}° to the ${whole < 0 ? "left" : "right"}`;
}

// The directions of sounds, and a dial that brings one direction to the front.
function director(row) {
  const words = make("p", { className: "small dim", role: "status" });
  const box = make("div", {});
  const [azimuth, width, strength] = [[-180, 180, 0], [20, 180, 60], [0, 12, 9]].map(([min, max, value]) =>
    make("input", { type: "range", min, max, step: min === 0 ? 0.5 : 1, value }));
  const dial = makeDial((angle) => { azimuth.value = angle; show(); });
  const said = make("p", { role: "status" });
  function show() {
    dial.turn(Number(azimuth.value), Number(width.value));
    said.textContent = `${side(Number(azimuth.value))}, ${width.value}° wide, the rest ${strength.value} dB softer`;
  }
  for (const one of [azimuth, width, strength]) one.addEventListener("input", show);
  const draw = make("button", { type: "button" }, "Show where sounds came from");
  const listenTo = make("button", { type: "button" }, "Listen");
  const keepIt = make("button", { type: "button" }, "Keep as a new take");
  const sector = () => ({ azimuth: Number(azimuth.value), width: Number(width.value), strength: Number(strength.value) });
  working(draw, words, async (tell) => {
    const { id, facts } = await made(row, { what: "picture" }, tell);
    const picture = make("img", { className: "picture", alt: `Directions over time in take ${row.take.number}, left above and right below` });
    picture.src = await ticketOfMade(id, 0, false);
    picture.addEventListener("click", (event) => {
      const frame = picture.getBoundingClientRect();
      const [left, top, across, down] = facts.bounds;
      const x = ((event.clientX - frame.left) / frame.width - left) / across;
      const y = ((event.clientY - frame.top) / frame.height - top) / down;
      if (x < 0 || x > 1 || y < 0 || y > 1) return;
      const [first, last] = facts.azimuths;
      azimuth.value = Math.round(first + y * (last - first));
      show();
      playFrom(row, Math.min(row.take.seconds, x * facts.drawnSeconds));
    });
    const places = facts.directions.map((one) => {
      const button = make("button", { type: "button" }, `${side(one.azimuth)}, ${Math.round(100 * one.share)} %`);
      button.addEventListener("click", () => { azimuth.value = one.azimuth; show(); });
      return button;
    });
    box.replaceChildren(make("div", { className: "scroll", tabIndex: 0, role: "region", ariaLabel: "The picture of directions" }, picture), make("div", { className: "row", role: "group", ariaLabel: "The loudest directions" }, ...places));
    tell(`${Math.round(100 * facts.located)} % of the sound comes from a definite direction. Tap the picture to listen from that point, and to turn the dial to that direction.`);
    draw.hidden = true;
  });
  const heard = make("audio", { controls: true, hidden: true, ariaLabel: "Ten seconds with the focus" });
  working(listenTo, words, async (tell) => {
    const from = position(row);
    const { id } = await made(row, { what: "focus", ...sector(), from }, tell);
    row.player.pause();
    heard.src = await ticketOfMade(id, 0, false);
    heard.hidden = false;
    tell(`ten seconds from ${moment(from)}: ${side(sector().azimuth)}`);
    heard.play().catch(() => { /* a tap on the player does it */ });
  });
  working(keepIt, words, async (tell) => {
    const { take } = row;
    tell("the new take is being made");
    const made = await ask("POST", `/api/takes/${take.number}/focus`, { name: take.name, ...sector() }, 3600);
    tell(`Take ${made.number} was made from this take, which stays unchanged.`);
    await loadTakes();
  });
  const label = (text, input) => make("label", {}, text, input);
  show();
  return make("details", {}, make("summary", {}, "Directions"), make("div", { className: "row" }, draw), box,
    make("div", { className: "dial-row" }, dial.svg, make("div", { className: "words" },
      label("Direction", azimuth), label("Width", width), label("Softer by", strength))),
    said, make("div", { className: "row" }, listenTo, keepIt), heard, words);
}

// A dial turned by a finger: forward is at the top, right is on the right.
function makeDial(turned) {
  const sector = vector("path", { class: "sector" });
  const svg = vector("svg", { class: "dial", viewBox: "-50 -50 100 100", role: "img", "aria-label": "The direction, with forward at the top; the slider next to it also turns it" });
  svg.append(vector("circle", { r: 46 }), sector, vector("text", { y: -32 }, "forward"), vector("text", { x: -30, y: 3 }, "L"), vector("text", { x: 30, y: 3 }, "R"));
  const follow = (event) => {
    const box = svg.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left - box.width / 2, event.clientY - box.top - box.height / 2];
    turned(Math.round(Math.atan2(x, -y) * 180 / Math.PI));
  };
  svg.addEventListener("pointerdown", (event) => { svg.setPointerCapture(event.pointerId); follow(event); });
  svg.addEventListener("pointermove", (event) => { if (event.buttons) follow(event); });
  const turn = (azimuth, width) => {
    const end = (angle) => [46 * Math.sin(angle * Math.PI / 180), -46 * Math.cos(angle * Math.PI / 180)].map((one) => one.toFixed(2)).join(" ");
    sector.setAttribute("d", `M0 0L${end(azimuth - width / 2)}A46 46 0 0 1 ${end(azimuth + width / 2)}z`);
  };
  return { svg, turn };
}

$("archive").addEventListener("click", () => {
  complain(null);
  const keys = [...chosen.values()].map(({ number, name }) => ({ number, name }));
  fetchFile(async () => (await ask("POST", "/api/ticket", { takes: keys })).path);
});

function question(take, from) {
  const sure = $("sure");
  put("sure-words", `Take ${take.number}, ${take.date ?? ""}, ${clock(take.seconds, Math.round)}, ${size(take.bytes)}: all its files will be deleted, and cannot be recovered.`);
  const end = () => { sure.close(); from.focus(); };
  $("sure-no").onclick = end;
  $("sure-yes").onclick = async () => {
    end();
    if (!await order(`/api/takes/${take.number}/delete`, { name: take.name })) return;
    const place = takes.findIndex((one) => name(one) === name(take));
    takes = takes.filter((one) => name(one) !== name(take));
    showTakes();
    const next = takes[Math.min(place, takes.length - 1)];
    (next ? rows.get(name(next)).item.querySelector("button") : null ?? $("takes-title")).focus();
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
