import { formatPercent } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, RingProgress } from '@mantine/core'
import { IconFile, IconMusic, IconVideo, IconX } from '@tabler/icons-react'
import type { Attachment } from './attachments.ts'
import classes from './Files.module.css'
import { useFileProblemText } from './useFileProblemText.ts'

export interface AttachmentListProps {
  list: readonly Attachment[]
  onRemove: (key: string) => void
  onRetry: (key: string) => void
}

function Picture({ attachment: { kind, preview, file, displayUrl } }: { attachment: Attachment }) {
  const src = preview ?? displayUrl ?? file?.thumbUrl ?? (kind === 'image' ? file?.url : null)
  if (src) return <img src={src} alt="" />
  const IconComponent = kind === 'video' ? IconVideo : kind === 'audio' ? IconMusic : IconFile
  return <IconComponent size={24} stroke={1.75} aria-hidden />
}

/** Lists the attachments of a draft: preview, progress, errors and a remove button. */
export function AttachmentList({ list, onRemove, onRetry }: AttachmentListProps) {
  const { t, i18n } = useLingui()
  const describeProblem = useFileProblemText()
  if (list.length === 0) return null
  return (
    <ul className={classes.attachments} aria-label={t`Files`}>
      {list.map((attachment) => {
        const { key, name, state, progress, problem } = attachment
        const percent = formatPercent(progress, i18n.locale)
        return (
          <li key={key} className={classes.attachment} data-state={state}>
            <span className={classes.thumb}>
              <Picture attachment={attachment} />
              {state === 'uploading' && (
                <RingProgress
                  className={classes.ring ?? ''}
                  size={36}
                  thickness={3}
                  sections={[{ value: Math.max(4, progress * 100), color: 'blue' }]}
                  role="progressbar"
                  aria-valuenow={Math.round(progress * 100)}
                  aria-label={t`Uploading ${name}: ${percent}`}
                />
              )}
            </span>
            <span className={classes.about}>
              <bdi className={classes.name} title={name}>
                {name || t`Pasted file`}
              </bdi>
              {state === 'refused' && (
                <span className={classes.problem} role="alert">
                  {describeProblem(problem)}
                </span>
              )}
              {state === 'refused' && problem !== 'file_refused' && problem !== 'file_too_large' && (
                <Button size="compact-xs" variant="subtle" onClick={() => onRetry(key)}>
                  <Trans>Try again</Trans>
                </Button>
              )}
            </span>
            <ActionIcon
              className={classes.remove ?? ''}
              size={24}
              onClick={() => onRemove(key)}
              aria-label={t`Remove ${name}`}
            >
              <IconX size={16} stroke={1.75} />
            </ActionIcon>
          </li>
        )
      })}
    </ul>
  )
}
