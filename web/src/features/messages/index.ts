// Owns one message: how it is written, sent and shown, and the texts that are still on their way to the server.
// Must never know which conversation is open.
export { onChanged } from './changed.ts'
export { Composer } from './Composer.tsx'
export { MessageBubble } from './MessageBubble.tsx'
export { onSent } from './outbox.ts'
export { resumeSends, usePending } from './sending.ts'
export { bubblesOf, firstUnread, threadRows, type Bubble, type ThreadRow } from './thread-rows.ts'
export { useDue } from './useDue.ts'
export { chooseWriting, useWritingChoices, type UndoSeconds } from './writing-choices.ts'
