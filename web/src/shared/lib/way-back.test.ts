import { expect, it, vi } from 'vitest'
import { listenBeforeRouter, setBackListener } from './way-back.ts'

it('asks the form that was opened last, and the one below it when that is gone', () => {
  let goBack: (event: PopStateEvent) => void = () => expect.unreachable()
  vi.stubGlobal('addEventListener', (_name: string, listener: typeof goBack) => {
    goBack = listener
  })
  listenBeforeRouter()
  vi.unstubAllGlobals()
  const asked: string[] = []
  const back = () => goBack({} as PopStateEvent)
  const leavePage = setBackListener(() => asked.push('page'))
  const leaveDialog = setBackListener(() => asked.push('dialog'))
  back()
  leaveDialog()
  back()
  // Removed twice, as after Back: nothing of others is removed.
  leaveDialog()
  back()
  leavePage()
  back()
  expect(asked).toEqual(['dialog', 'page', 'page'])
})

it('keeps the form on top when the one below is saved first', () => {
  let goBack: (event: PopStateEvent) => void = () => expect.unreachable()
  vi.stubGlobal('addEventListener', (_name: string, listener: typeof goBack) => {
    goBack = listener
  })
  listenBeforeRouter()
  vi.unstubAllGlobals()
  const asked: string[] = []
  const leavePage = setBackListener(() => asked.push('page'))
  const leaveDialog = setBackListener(() => asked.push('dialog'))
  leavePage()
  goBack({} as PopStateEvent)
  leaveDialog()
  goBack({} as PopStateEvent)
  expect(asked).toEqual(['dialog'])
})
