import { expect, it, vi } from 'vitest'
import { followPointer, released, stillWhilePressed, whenReleased } from './when-released.ts'

type Listener = (event: { button: number; buttons: number }) => void

/** Follows a pointer; returns a function that fires one of its events. */
function pointer(): (name: string, buttons?: number, button?: number) => void {
  const listeners = new Map<string, Listener>()
  followPointer({ addEventListener: (name: string, act: Listener) => void listeners.set(name, act) } as never)
  return (name, buttons = 0, button = 0) => listeners.get(name)?.({ button, buttons })
}

it('shows at once what comes while no button is pressed, and after its release what comes meanwhile', () => {
  vi.useFakeTimers()
  const fire = pointer()
  const shown: string[] = []
  const show = (name: string) => whenReleased(() => shown.push(name))

  show('before')
  expect(shown).toEqual(['before'])
  for (const end of ['pointerup', 'pointercancel', 'blur', 'pointermove']) {
    shown.length = 0
    fire('pointerdown', 1)
    show('first')
    fire('pointermove', 1)
    vi.runAllTimers()
    show('second')
    expect(shown).toEqual([])
    // A second press follows at once.
    fire('pointerup')
    fire('pointerdown', 1)
    vi.runAllTimers()
    fire(end)
    // The click comes first.
    expect(shown).toEqual([])
    vi.runAllTimers()
    expect(shown).toEqual(['first', 'second'])
    show('after')
    expect(shown).toEqual(['first', 'second', 'after'])
  }
  vi.useRealTimers()
})

it('does not wait for the release of another button than the first, which a menu of the browser may keep', () => {
  const fire = pointer()
  const shown: string[] = []
  fire('pointerdown', 2, 2)
  whenReleased(() => shown.push('at once'))
  expect(shown).toEqual(['at once'])
})

it('tells of changes of a store once a button is released, and at once of those of its click', async () => {
  vi.useFakeTimers()
  const fire = pointer()
  const listeners = new Set<() => void>()
  const change = () => {
    for (const listener of listeners) listener()
  }
  const store = stillWhilePressed({
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  })
  let calls = 0
  const stop = store.subscribe(() => (calls += 1))
  change()
  expect(calls).toBe(1)

  fire('pointerdown', 1)
  let isLoaded = false
  const loading = released().then(() => (isLoaded = true))
  change()
  change()
  await Promise.resolve()
  expect([calls, isLoaded]).toEqual([1, false])
  fire('pointerup')
  expect(calls).toBe(1)
  fire('click')
  change()
  expect(calls).toBe(2)
  // One call for what waited, after the click.
  vi.runAllTimers()
  await loading
  expect([calls, isLoaded]).toEqual([3, true])
  stop()
  change()
  expect(calls).toBe(3)
  vi.useRealTimers()
})
