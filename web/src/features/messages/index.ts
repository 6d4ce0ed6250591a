// Owns single messages: how they are written, sent and shown, and those not yet on the server. Must not depend on which
// conversation is open.
export { onChanged } from './outbox/changed.ts'
export { Composer } from './composer/Composer.tsx'
export { MessageBubble } from './bubble/MessageBubble.tsx'
export { onSent } from './outbox/outbox.ts'
export { resumeSends, usePending } from './outbox/sending.ts'
export { bubblesOf, firstUnread, threadRows, type Bubble, type ThreadRow } from './bubble/thread-rows.ts'
