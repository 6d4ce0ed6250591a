import { expect, test } from 'vitest'
import * as limits from './limits.ts'

test('matches the specified values of the shared constants', () => {
  expect(limits).toMatchObject({
    COOKIE_MAX_AGE_S: 2_592_000,
    TOKEN_COOKIE: 'token',
    TOAST_AUTO_CLOSE_MS: 4000,
    TOAST_LIMIT: 5,
    TOAST_DEFAULT_POSITION: 'bottom-right',
    INAPP_TOAST_AUTO_CLOSE_MS: 5000,
    USAGE_POLL_MS: 20_000,
    FIRST_NOTIFICATIONS_DELAY_MS: 1000,
    PERSIST_TIMEOUT_MS: 5000,
    STORAGE_VERSION: 1,
    PROGRESS_HEIGHT_PX: 3,
    PROGRESS_START: 0.6,
    PROGRESS_STOP_DELAY_MS: 200,
    SWITCH_OVERLAY_BLUR: 10,
    SWITCH_OVERLAY_Z_INDEX: 10_000,
  })
})
