import { tellErrors } from '@crewline/contract/errors'
import { PAGE_ERRORS_BYTES } from '@crewline/contract/error-shapes'
import { serveOpen } from '../../kernel/http/serve.ts'
import { hear } from './hearing.ts'

export const routes = serveOpen(
  { tellErrors },
  { tellErrors: (guest, { body }) => hear(guest, body) },
  { bodyUpTo: PAGE_ERRORS_BYTES },
)
