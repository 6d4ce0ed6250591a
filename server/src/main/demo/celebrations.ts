import { CelebrationContent } from '@crewline/contract/celebrations'
import type { Kernel } from '../../kernel/kernel.ts'
import { makeScope } from '../../kernel/scope.ts'
import { addCelebration } from '../../modules/celebrations/store.ts'
import { organizationOf } from '../../modules/organizations/index.ts'
import { memberByEmail } from './broadcast-members.ts'

const CONTENTS = [
  {
    name: 'Birthdays',
    kind: 'birthday',
    copyToNews: true,
    texts: [
      {
        en: 'Happy birthday, {first_name|there}! Enjoy your day. Cake is in the break room at 2.',
        es: '¡Feliz cumpleaños, {first_name|amigo}! Disfruta tu día. Hay pastel en la sala de descanso a las 2.',
        ht: 'Bòn fèt, {first_name|zanmi}! Pase yon bèl jounen. Gen gato nan sal repo a a 2è.',
      },
      {
        en: '{first_name|Hi}, all the best on your birthday from everyone at {organization}!',
        es: '{first_name|Hola}, ¡te deseamos un feliz cumpleaños de parte de todo el equipo de {organization}!',
      },
    ],
  },
  {
    name: 'Work anniversaries',
    kind: 'anniversary',
    copyToNews: true,
    weekend: 'after',
    years: [1, 2, 3, 5, 10, 15, 20, 25],
    texts: [
      {
        en: 'Happy work anniversary, {first_name|there}! Years with us: {years}. Thank you for all you do.',
        es: '¡Feliz aniversario, {first_name|amigo}! Años con nosotros: {years}. Gracias por todo lo que haces.',
      },
    ],
  },
]

/** Writes celebrations that are on. */
export async function writeCelebrations(kernel: Kernel, orgId: string): Promise<void> {
  const { organization } = await organizationOf(kernel.database.ofOrg(orgId), orgId)
  const member = await memberByEmail(kernel, orgId, 'owner@demo.test')
  const actor = { kind: 'member', scope: 'all', sessionId: '', locale: 'en', ...member } as const
  const scope = makeScope(kernel, organization, actor, 'demo-celebrations')
  await scope.tx(async (tx) => {
    for (const content of CONTENTS) await addCelebration(tx, tx.world.id(), CelebrationContent.parse(content), true)
  })
}
