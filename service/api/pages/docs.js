// The examples use the address at which this page was opened.
document.getElementById("host").textContent = location.origin;
