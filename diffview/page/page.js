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
