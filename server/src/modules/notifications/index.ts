// Owns nothing yet: it answers who has unread messages.
// Tells `notifications` to whoever asks after connecting.
// Must never know how messages travel.
import { defineRoom } from '../../kernel/room.ts'
import { answerNotifications } from './live.ts'

export const room = defineRoom({ name: 'notifications', owns: [], hears: [answerNotifications] })
