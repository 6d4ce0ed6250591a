/** What a document may show that is stored elsewhere. */
export interface BlockSources {
  /** Returns where a member can see a picture. */
  urlOf: (fileId: string) => string
  /** Stores a picture and returns its file; undefined when it was refused, which the caller explains. */
  onPicture: (file: File) => Promise<string | undefined>
  /** Stores a file or a video and returns its id; undefined when it was refused, which the caller explains. */
  onFile: (file: File, kind: 'file' | 'video') => Promise<string | undefined>
  /** Returns the name of a file. */
  nameOf: (fileId: string) => string
  /** The forms that anyone can answer now; a poll has one question with choices. */
  forms: readonly { id: string; name: string; isPoll: boolean }[]
  /** The time zone of new events. */
  zone: string
}

/** What the field that chooses a file offers, by kind; the server decides by the content. */
export const ACCEPTS = { file: 'application/pdf,audio/*,video/*', video: 'video/*' } as const
