import { provide } from '../../kernel/ports.ts'
import { optOutNotice, optOutUndone, waitingTextStopper } from '../consent/index.ts'
import { addOptOutNotice } from './internal.ts'
import { stopWaitingTexts } from './later.ts'
import { showUndoneOptOut } from './opt-out.ts'

/** What messages does when a contact is opted out or the opt-out is undone. */
export const optOutPorts = [
  provide(optOutNotice, addOptOutNotice),
  provide(optOutUndone, showUndoneOptOut),
  provide(waitingTextStopper, stopWaitingTexts),
]
