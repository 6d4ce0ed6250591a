import { expect, it, vi } from 'vitest'
import { followPointer, whenReleased } from './when-released.ts'

type Listener = (event: { buttons: number }) => void

it('shows at once what comes while no button is pressed, and after its release what comes meanwhile', () => {
  vi.useFakeTimers()
  const listeners = new Map<string, Listener>()
  followPointer({ addEventListener: (name: string, act: Listener) => void listeners.set(name, act) } as never)
  const fire = (name: string, buttons = 0) => listeners.get(name)?.({ buttons })
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
