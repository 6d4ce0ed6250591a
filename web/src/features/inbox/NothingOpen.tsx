import { Trans, useLingui } from '@lingui/react/macro'
import { KeyHint } from '../../shared/ui/KeyHint.tsx'
import classes from './Inbox.module.css'

/** What stands beside the list while no conversation is open: the four keys that help most. */
export function NothingOpen() {
  const { t } = useLingui()
  const keys = [
    { key: 'J', what: t`Next conversation` },
    { key: 'E', what: t`Archive` },
    { key: 'R', what: t`Reply` },
    { key: 'C', what: t`New message` },
  ]
  return (
    <section className={classes.nothing} aria-label={t`No conversation open`}>
      <p className={classes.nothingTitle}>
        <Trans>Choose a conversation</Trans>
      </p>
      <dl className={classes.keys}>
        {keys.map(({ key, what }) => (
          <div key={key}>
            <dt>
              <KeyHint keys={key} />
              <span className={classes.hidden}>{key}</span>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
