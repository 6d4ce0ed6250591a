import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import {
  BUILD_VERSION,
  PAGE_ERRORS_PER_REPORT,
  PAGE_ERROR_CODE,
  PAGE_ERROR_FRAMES,
  PAGE_ERROR_TYPE,
  PAGE_ERROR_DESCRIPTIONS,
  PAGE_FRAME,
  PAGE_NAME,
} from './error-shapes.ts'

/**
 * One error of a page. No field can hold the error's own message, because messages quote what people wrote and to whom.
 */
export const PageError = z.strictObject({
  what: z.enum(PAGE_ERROR_DESCRIPTIONS),
  type: z.string().regex(PAGE_ERROR_TYPE),
  code: z.string().regex(PAGE_ERROR_CODE).optional(),
  frames: z.array(z.string().regex(PAGE_FRAME)).max(PAGE_ERROR_FRAMES),
  page: z.string().regex(PAGE_NAME),
  times: z.int().min(1).max(1_000_000).describe('How often it happened since the last report.'),
})
export type PageError = z.infer<typeof PageError>

export const tellErrors = endpoint({
  method: 'POST',
  path: '/errors',
  summary: 'Writes errors reported by a page to the log; they are not stored elsewhere. Requires no session.',
  session: 'none',
  body: z.strictObject({
    version: z.string().regex(BUILD_VERSION),
    errors: z.array(PageError).min(1).max(PAGE_ERRORS_PER_REPORT),
  }),
  reply: ok({}),
})
