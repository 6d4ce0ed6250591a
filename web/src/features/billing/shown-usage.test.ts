import { combineReducers, configureStore } from '@reduxjs/toolkit'
import { afterEach, expect, test, vi } from 'vitest'
import { api } from '../../shared/api/base.ts'
import { authReducer } from '../../shared/lib/session/auth.slice.ts'
import { messageReducer } from '../../shared/lib/session/message.slice.ts'
import { authAfter, emptySession } from '../../shared/lib/session/state.ts'
import { signedIn } from '../../testing/people.ts'
import { billingApi } from './api.ts'

afterEach(() => vi.unstubAllGlobals())

test('the meter shows the usage that the billing page shows, at once', async () => {
  const store = configureStore({
    reducer: combineReducers({ auth: authReducer, message: messageReducer, [api.reducerPath]: api.reducer }),
    preloadedState: { auth: authAfter(signedIn('acme', 't')), message: emptySession().message },
    middleware: (usual) => usual().concat(api.middleware),
  })
  const metered = { used: 96, included: 100, forecast: 120 }
  const usage = {
    segments: { ...metered, overage: 0 },
    mms: { used: 0, included: 10, forecast: 0, overage: 0 },
    overageCents: 0,
    forecastOverageCents: 60,
    periodStart: '2026-11-01T05:00:00.000Z',
    periodEnd: '2026-12-01T06:00:00.000Z',
    level: 'critical',
  }
  vi.stubGlobal('fetch', async () => Response.json({ status: 'OK', billing: { usage } }))
  await store.dispatch(billingApi.endpoints.billing.initiate())
  await expect
    .poll(() => store.getState().message.messageUsage)
    .toEqual({
      periodStart: usage.periodStart,
      periodEnd: usage.periodEnd,
      segments: metered,
      mms: { used: 0, included: 10, forecast: 0 },
      level: 'critical',
    })
})
