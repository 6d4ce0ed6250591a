export type Signal = {
  wait: (phone: string, act: () => void) => () => void
  isBack: (phone: string) => void
}

/** Keeps work that waits until a phone has signal again; the function returned by `wait` cancels the wait. */
export function createSignal(): Signal {
  const waitingByPhone = new Map<string, Set<() => void>>()
  return {
    wait: (phone, callback) => {
      const waiting = waitingByPhone.get(phone) ?? new Set()
      waitingByPhone.set(phone, waiting.add(callback))
      return () => {
        waiting.delete(callback)
        if (waiting.size === 0 && waitingByPhone.get(phone) === waiting) waitingByPhone.delete(phone)
      }
    },
    isBack: (phone) => {
      for (const callback of Array.from(waitingByPhone.get(phone) ?? [])) callback()
    },
  }
}
