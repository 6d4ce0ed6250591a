type BackListener = (event: PopStateEvent) => void

let backListener: BackListener | undefined

/**
 * Registers a popstate listener before the router does, because the window calls listeners in the order they were
 * added.
 */
export function listenBeforeRouter(): void {
  addEventListener('popstate', (event) => backListener?.(event))
}

/** Sets the one handler of Back and Forward; returns a function that removes it. */
export function setBackListener(listener: BackListener): () => void {
  backListener = listener
  return () => {
    if (backListener === listener) backListener = undefined
  }
}
