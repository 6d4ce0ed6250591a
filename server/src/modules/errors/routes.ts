import { tellErrors } from '@crewline/contract/errors'
import { PAGE_ERRORS_BYTES } from '@crewline/contract/error-shapes'
import { serveOpen } from '../../kernel/http/serve.ts'
import { recordPageErrors } from './record.ts'

export const routes = serveOpen(
  { tellErrors },
  { tellErrors: (guest, { body }) => recordPageErrors(guest, body) },
  { bodyUpTo: PAGE_ERRORS_BYTES },
)
