// Owns single messages: how they are written, sent and shown, and those not yet on the server. Must not depend on which
// conversation is open.
export { onChanged } from './changed.ts'
export { Composer } from './Composer.tsx'
export { MessageBubble } from './MessageBubble.tsx'
export { onSent } from './outbox.ts'
export { resumeSends, usePending } from './sending.ts'
export { bubblesOf, firstUnread, threadRows, type Bubble, type ThreadRow } from './thread-rows.ts'
export { useDue } from './useDue.ts'
export { chooseWriting, useWritingChoices, type UndoSeconds } from './writing-choices.ts'
