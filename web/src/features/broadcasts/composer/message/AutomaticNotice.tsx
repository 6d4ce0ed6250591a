import type { BroadcastVariant } from '@crewline/contract/broadcast-variants'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import classes from './Message.module.css'
import type { Draft } from '../useDraft.ts'
import { isAutomatic, withApproval } from './variant-rules.ts'

/** Says where a translation comes from; a machine translation is approved or removed here. */
export function AutomaticNotice({ draft, variant }: { draft: Draft; variant: BroadcastVariant }) {
  const { variants } = draft.content.message
  const isMachine = variant.source === 'machine' && !variant.approved
  return (
    <div className={classes.notice} data-tone={isMachine ? 'warn' : undefined}>
      <p>
        {isMachine ? (
          <Trans>A machine translated this. Read it, then approve it or edit it.</Trans>
        ) : isAutomatic(variant) ? (
          <Trans>Translated with reviewed phrases.</Trans>
        ) : variant.source === 'machine' ? (
          <Trans>You approved this machine translation.</Trans>
        ) : (
          <Trans>Written by your team.</Trans>
        )}
      </p>
      {isMachine && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => draft.changeMessage({ variants: withApproval(variants, variant.language) })}
        >
          <Trans>Approve</Trans>
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        onClick={() =>
          draft.changeMessage({ variants: variants.filter(({ language }) => language !== variant.language) })
        }
      >
        <Trans>Remove language</Trans>
      </Button>
    </div>
  )
}
