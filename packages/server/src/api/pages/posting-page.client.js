// Runs in the browser. Without it, a person presses the button.
document.getElementById('form')?.submit()
