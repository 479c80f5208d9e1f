(function () {
  var list = document.getElementById("records"), tools = document.getElementById("tools");
  if (!list || !tools) return;
  var records = Array.prototype.slice.call(list.children), words = document.getElementById("words"), only = document.getElementById("only"),
    open = document.getElementById("open"), left = document.getElementById("left");
  tools.hidden = false;
  function filter() {
    var wanted = words.value.toLowerCase(), shown = 0;
    records.forEach(function (r) {
      var keep = r.textContent.toLowerCase().indexOf(wanted) >= 0 && (!only || !only.checked || r.hasAttribute("data-outside"));
      r.hidden = !keep;
      if (keep) shown++;
    });
    left.textContent = shown < records.length ? shown + " of " + records.length : "";
  }
  function unfold(all) { records.forEach(function (r) { if (r.tagName === "DETAILS") r.open = all; }); }
  words.addEventListener("input", filter);
  if (only) only.addEventListener("change", filter);
  open.addEventListener("change", function () { unfold(open.checked); });
  window.addEventListener("beforeprint", function () { unfold(true); });
})();
(function () {
  function button(text, press) {
    var b = document.createElement("button");
    b.type = "button";
    b.textContent = text;
    b.addEventListener("click", press);
    return b;
  }
  function show(figure) {
    var stage = figure.querySelector(".stage"), pair = figure.querySelector(".pair"), views = figure.querySelector(".views"),
      overlay = stage.querySelector(".overlay"), before = pair.querySelector(".before"), after = pair.querySelector(".after"),
      edge = document.createElement("div"), range = document.createElement("input"), buttons = [];
    edge.className = "edge";
    range.type = "range";
    range.min = 0;
    range.max = 100;
    range.value = 50;
    range.setAttribute("aria-label", "How much of before is shown, in percent");
    [before, after, edge, range].forEach(function (e) { stage.appendChild(e); });
    pair.hidden = true;
    views.hidden = false;
    function slide() {
      after.style.clipPath = "inset(0 0 0 " + range.value + "%)";
      edge.style.left = range.value + "%";
    }
    function view(name) {
      overlay.hidden = name !== "overlay";
      before.hidden = name === "overlay" || name === "after";
      after.hidden = name === "overlay" || name === "before";
      after.style.position = name === "after" ? "static" : "";
      range.hidden = edge.hidden = name !== "slider";
      if (name === "slider") slide(); else after.style.clipPath = "";
      buttons.forEach(function (b) { b.setAttribute("aria-pressed", String(b.textContent.toLowerCase() === name)); });
    }
    ["Overlay", "Before", "After", "Slider"].forEach(function (text) {
      var b = button(text, function () { view(text.toLowerCase()); });
      buttons.push(b);
      views.appendChild(b);
    });
    range.addEventListener("input", slide);
    view("overlay");
    overlay.addEventListener("click", function (event) {
      var drawn = event.target.closest("[data-id]"), id = drawn && drawn.getAttribute("data-id");
      Array.prototype.forEach.call(document.querySelectorAll("[data-record]"), function (r) {
        var found = r.getAttribute("data-record") === id;
        r.classList.toggle("found", found);
        if (!found) return;
        if (r.tagName === "DETAILS") r.open = true;
        r.hidden = false;
        r.scrollIntoView({ block: "center" });
      });
    });
  }
  Array.prototype.forEach.call(document.querySelectorAll(".picture"), show);
})();
