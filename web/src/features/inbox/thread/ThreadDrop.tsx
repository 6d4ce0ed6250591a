import { Trans } from '@lingui/react/macro'
import { IconPhotoPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useAttachments, useFileDrop } from '../../files/index.ts'
import classes from './Thread.module.css'

export interface ThreadDropProps {
  contactId: string
  /** A message can be written here, so files can be dropped. */
  isOpen: boolean
  label: string
  children: ReactNode
}

/** The frame of a thread: files dropped anywhere on it are attached to the draft. */
export function ThreadDrop({ contactId, isOpen, label, children }: ThreadDropProps) {
  const { add } = useAttachments(contactId)
  const { isOver, props } = useFileDrop(add)
  return (
    <section className={classes.thread} aria-label={label} {...(isOpen ? props : {})}>
      {children}
      {isOpen && isOver && (
        <div className={classes.drop}>
          <IconPhotoPlus size={32} stroke={1.5} aria-hidden />
          <Trans>Drop files to attach</Trans>
        </div>
      )}
    </section>
  )
}
