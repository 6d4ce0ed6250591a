import type { ContextType } from 'react'
import type { UNSAFE_NavigationContext } from 'react-router'

type Navigator = Pick<ContextType<typeof UNSAFE_NavigationContext>['navigator'], 'push' | 'replace'>
type Go = Navigator['push']

/**
 * Intercepts every navigation within the application and passes it to `ask`; returns a function that stops this. Several can
 * be active, such as for a page and a dialog above it, and end in any order.
 */
export function blockNavigation(navigator: Navigator, ask: (go: () => void) => void): () => void {
  const { push, replace } = navigator
  let isOver = false
  const held =
    (go: Go): Go =>
    (...where) => {
      if (isOver) go.apply(navigator, where)
      else ask(() => go.apply(navigator, where))
    }
  const own = { push: held(push), replace: held(replace) }
  Object.assign(navigator, own)
  return () => {
    isOver = true
    // One that began later still calls these, and puts them back when it ends.
    if (navigator.push === own.push) Object.assign(navigator, { push, replace })
  }
}
