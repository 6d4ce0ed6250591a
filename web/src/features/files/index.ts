// Owns the files of messages: choosing, shrinking, uploading and showing them. Must not depend on the message text.
export { AttachmentList } from './AttachmentList.tsx'
export { filesIn } from './files-in.ts'
export { MessageMedia } from './MessageMedia.tsx'
export { useAttachments, type Attachments } from './useAttachments.ts'
export { useFileDrop } from './useFileDrop.ts'
export { upload } from './upload.ts'
