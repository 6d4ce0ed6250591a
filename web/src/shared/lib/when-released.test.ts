import { expect, it, vi } from 'vitest'
import { followPointer, released, pausedWhilePressed, whenReleased } from './when-released.ts'

type Listener = (event: { button: number; buttons: number }) => void

/** Follows a pointer; returns a function that fires one of its events, and one that takes the focus from an element. */
function pointerAndFocus() {
  const listeners = new Map<string, { act: Listener; capture: boolean | undefined }>()
  const addEventListener = (name: string, act: Listener, { capture }: AddEventListenerOptions) =>
    void listeners.set(name, { act, capture })
  followPointer({ addEventListener } as never)
  const fire = (name: string, buttons = 0, button = 0) => listeners.get(name)?.act({ button, buttons })
  // The event does not bubble.
  const blurElement = () => void (listeners.get('blur')?.capture && fire('blur'))
  return { fire, blurElement }
}

const pointer = () => pointerAndFocus().fire

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

it('still waits when the press takes the focus from a field', () => {
  vi.useFakeTimers()
  const { fire, blurElement } = pointerAndFocus()
  const shown: string[] = []
  fire('pointerdown', 1)
  blurElement()
  vi.runAllTimers()
  whenReleased(() => shown.push('after the release'))
  expect(shown).toEqual([])
  fire('pointerup')
  vi.runAllTimers()
  expect(shown).toEqual(['after the release'])
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
  const store = pausedWhilePressed({
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
