// Owns the files of texts: choosing, shrinking and uploading them, and showing them. Must never know what was written beside them.
export { AttachmentList } from './AttachmentList.tsx'
export { filesIn } from './files-in.ts'
export { MessageMedia } from './MessageMedia.tsx'
export { useAttachments, type Attachments } from './useAttachments.ts'
export { useFileDrop } from './useFileDrop.ts'
export { upload as uploadFile } from './upload.ts'
