export type Signal = {
  wait: (phone: string, act: () => void) => () => void
  isBack: (phone: string) => void
}

/** What waits for a phone to have signal again; the function that `wait` returns takes the waiting back. */
export function createSignal(): Signal {
  const waitingByPhone = new Map<string, Set<() => void>>()
  return {
    wait: (phone, act) => {
      const waiting = waitingByPhone.get(phone) ?? new Set()
      waitingByPhone.set(phone, waiting.add(act))
      return () => {
        waiting.delete(act)
        if (waiting.size === 0 && waitingByPhone.get(phone) === waiting) waitingByPhone.delete(phone)
      }
    },
    isBack: (phone) => {
      for (const act of [...(waitingByPhone.get(phone) ?? [])]) act()
    },
  }
}
