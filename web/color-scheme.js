// Runs before the first paint, so that a dark page never flashes white. It is a separate file because the content
// security policy allows no inline script.
;(function () {
  var match = /(?:^|; )color-scheme=(light|dark|auto)/.exec(document.cookie)
  var choice = match ? match[1] : 'auto'
  var dark = choice === 'dark' || (choice === 'auto' && window.matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
