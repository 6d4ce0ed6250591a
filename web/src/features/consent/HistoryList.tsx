import type { ConsentAction, ConsentEvent } from '@crewline/contract/consent'
import { CONSENT_HISTORY_MAX } from '@crewline/contract/limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { Tooltip } from '@mantine/core'
import {
  IconArrowBackUp,
  IconBan,
  IconCircleCheck,
  IconHelpCircle,
  IconMessageQuestion,
  IconPhoneOff,
  IconShieldCheck,
  IconShieldX,
  IconSignature,
  IconUserCheck,
  type Icon,
} from '@tabler/icons-react'
import { fullTime } from '../../shared/ui/text/relative-time.ts'
import classes from './Consent.module.css'
import { useConsentLabels } from './useConsentLabels.ts'

const appearances: Record<ConsentAction, { icon: Icon; tone: 'red' | 'green' | 'yellow' | 'dimmed' }> = {
  opt_in: { icon: IconCircleCheck, tone: 'green' },
  opt_out: { icon: IconBan, tone: 'red' },
  attest: { icon: IconSignature, tone: 'green' },
  help: { icon: IconHelpCircle, tone: 'dimmed' },
  possible_opt_out: { icon: IconMessageQuestion, tone: 'yellow' },
  not_opt_out: { icon: IconUserCheck, tone: 'dimmed' },
  wrong_number: { icon: IconPhoneOff, tone: 'yellow' },
  opt_out_undone: { icon: IconArrowBackUp, tone: 'dimmed' },
}

/** Shows whether every entry is unchanged since it was written. */
export function ChainBadge({ isSound }: { isSound: boolean }) {
  const { t } = useLingui()
  const IconComponent = isSound ? IconShieldCheck : IconShieldX
  return (
    <Tooltip
      multiline
      w={260}
      label={
        isSound
          ? t`Each entry includes a fingerprint of the one before it. All of them match, and none are missing.`
          : t`An entry was changed or is missing. Ask the person who manages your Crewline installation.`
      }
    >
      <span className={classes.chain} data-sound={isSound} tabIndex={0}>
        <IconComponent size={16} stroke={1.75} aria-hidden />
        {isSound ? <Trans>Unchanged since recorded</Trans> : <Trans>Changed after it was recorded</Trans>}
      </span>
    </Tooltip>
  )
}

/** Lists the consent history of a number, newest first, with the original texts. */
export function HistoryList({ events }: { events: ConsentEvent[] }) {
  const { i18n } = useLingui()
  const labels = useConsentLabels()
  return (
    <>
      <ol className={classes.history}>
        {events.map((event) => {
          const { icon: IconComponent, tone } = appearances[event.action]
          const { by } = event
          return (
            <li key={event.id} className={classes.entry}>
              <span className={classes.mark} data-tone={tone}>
                <IconComponent size={16} stroke={1.75} aria-hidden />
              </span>
              <div className={classes.said}>
                <p className={classes.act}>
                  <b>{labels.action[event.action]}</b> <span>{labels.method[event.method]}</span>
                </p>
                {event.wording && (
                  <blockquote className={classes.words} dir="auto">
                    {event.wording}
                  </blockquote>
                )}
                {event.isErased && (
                  <p className={classes.hint}>
                    <Trans>What they said was removed when this contact was erased.</Trans>
                  </p>
                )}
                <p className={classes.meta}>
                  <time dateTime={event.at}>{fullTime(new Date(event.at), { locale: i18n.locale })}</time>
                  {by && (
                    <span>
                      <Trans>Recorded by {by}</Trans>
                    </span>
                  )}
                </p>
              </div>
            </li>
          )
        })}
      </ol>
      {events.length >= CONSENT_HISTORY_MAX && (
        <p className={classes.hint}>
          <Trans>Older entries are in the evidence PDF.</Trans>
        </p>
      )}
    </>
  )
}
