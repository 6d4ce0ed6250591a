// Owns nothing yet: it answers who has unread messages.
// Tells `notifications` to whoever asks after connecting, and members elsewhere how many contacts wait here.
// Must never know how messages travel.
import { defineRoom } from '../../kernel/room.ts'
import { siblingCount } from '../../kernel/realtime/siblings.ts'
import { answerNotifications, waitingContacts } from './live.ts'

siblingCount.fill(waitingContacts)

export const room = defineRoom({ name: 'notifications', owns: [], hears: [answerNotifications] })
