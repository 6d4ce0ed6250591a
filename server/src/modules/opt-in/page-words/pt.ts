import type { PageTexts } from './texts.ts'

export const pt: PageTexts = {
  phone: 'Número de celular',
  fields: {
    firstname: 'Nome',
    lastname: 'Sobrenome',
    email: 'E-mail',
    jobTitle: 'Cargo',
    department: 'Departamento',
    location: 'Local de trabalho',
  },
  optional: 'opcional',
  join: 'Participar',
  terms: 'Termos',
  privacy: 'Privacidade',
  language: 'Idioma',
  errors: {
    invalid: 'Digite um número de celular com código de área.',
    landline: 'É um telefone fixo. Digite um número de celular.',
    abroad: 'Não podemos enviar mensagens para números deste país.',
    missing: 'Preencha este campo.',
    long: 'Está muito longo. Encurte.',
    email: 'Digite um e-mail como nome@exemplo.com.',
    agree: 'Marque a caixa para receber mensagens.',
    outdated: 'O texto mudou. Leia e participe de novo.',
    slow: 'Tentativas demais. Espere alguns minutos.',
    codeWrong: 'O código não está certo. Confira a mensagem e tente de novo.',
    codeDead: 'O código expirou. Comece de novo para receber outro.',
    top: 'Confira os campos abaixo.',
  },
  closed: ['Esta página está fechada no momento', 'Pergunte ao seu gestor como receber mensagens.'],
  unknown: ['Não encontramos esta página', 'Confira o endereço ou leia o código de novo.'],
  pending: ['Veja seu celular', 'Enviamos agora uma mensagem para {phone}. Responda YES para concluir.'],
  code: ['Digite seu código', 'Enviamos agora um código para {phone}.'],
  codeLabel: 'Código de 6 dígitos',
  confirm: 'Confirmar',
  again: 'Começar de novo',
  joined: ['Pronto', '{organization} já pode enviar mensagens para você. Responda STOP a qualquer uma para parar.'],
  already: ['Você já participa', 'Seus dados estão atualizados.'],
  resume: ['Falta um passo', 'Você parou estas mensagens antes. Envie START para {line} para recebê-las de novo.'],
  noText: 'A mensagem não chegou? Se você parou nossas mensagens antes, envie START para {line}.',
  sms: {
    reply:
      '{organization}: voce pediu mensagens de trabalho. Responda YES para concluir. Se nao foi voce, ignore esta mensagem.',
    reminder:
      '{organization}: falta um passo para receber nossas mensagens. Responda YES para concluir. Se nao foi voce, ignore. Nao vamos perguntar de novo.',
    code: '{code} e o seu codigo para receber mensagens de {organization}. Nao compartilhe.',
    welcome:
      'Pronto. {organization} envia mensagens, no maximo {frequency}. Podem ser cobradas tarifas. HELP para ajuda, STOP para parar.',
  },
}
