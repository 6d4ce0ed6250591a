// The phrasebook: one phrase per line, one language per column. # stands for a number or a time, @ for a day. Only
// whole sentences are looked up, so a phrase has the same meaning in every column. Written for this product; an
// organization that needs more configures a translator.

/** The languages of the columns, in order. */
export const LANGUAGES = ['en', 'es', 'fr', 'pt', 'vi', 'zh', 'ht', 'ar'] as const

/** Phrases in every language. */
export const EVERYWHERE = `
yes | sí | oui | sim | vâng | 是的 | wi | نعم
no | no | non | não | không | 不 | non | لا
ok | de acuerdo | d'accord | tudo bem | được | 好的 | dakò | حسنا
okay | está bien | très bien | está bem | được rồi | 好 | oke | تمام
thanks | gracias | merci | obrigado | cảm ơn | 谢谢 | mèsi | شكرا
thank you | muchas gracias | merci beaucoup | muito obrigado | cảm ơn nhiều | 非常感谢 | mèsi anpil | شكرا جزيلا
you are welcome | de nada | de rien | de nada | không có gì | 不客气 | pa gen pwoblèm | عفوا
please | por favor | s'il vous plaît | por favor | làm ơn | 请 | tanpri | من فضلك
hello | hola | bonjour | olá | xin chào | 你好 | bonjou | مرحبا
good morning | buenos días | bonjour | bom dia | chào buổi sáng | 早上好 | bon maten | صباح الخير
good night | buenas noches | bonne nuit | boa noite | chúc ngủ ngon | 晚安 | bòn nwit | تصبح على خير
sorry | lo siento | désolé | desculpe | xin lỗi | 对不起 | padon | آسف
i understand | entiendo | je comprends | entendo | tôi hiểu | 我明白了 | mwen konprann | فهمت
i do not understand | no entiendo | je ne comprends pas | não entendo | tôi không hiểu | 我不明白 | mwen pa konprann | لا أفهم
i am sick | estoy enfermo | je suis malade | estou doente | tôi bị ốm | 我生病了 | mwen malad | أنا مريض
i am sick today | hoy estoy enfermo | je suis malade aujourd'hui | estou doente hoje | hôm nay tôi bị ốm | 我今天生病了 | mwen malad jodi a | أنا مريض اليوم
i will be late | voy a llegar tarde | je serai en retard | vou me atrasar | tôi sẽ đến muộn | 我会迟到 | mwen pral an reta | سأتأخر
i will be # minutes late | voy a llegar # minutos tarde | j'aurai # minutes de retard | vou me atrasar # minutos | tôi sẽ đến muộn # phút | 我会迟到#分钟 | mwen pral an reta # minit | سأتأخر # دقيقة
i am on my way | voy en camino | je suis en route | estou a caminho | tôi đang trên đường | 我在路上 | mwen sou wout | أنا في الطريق
i am here | ya llegué | je suis arrivé | já cheguei | tôi đến rồi | 我到了 | mwen rive | وصلت
i can work | puedo trabajar | je peux travailler | posso trabalhar | tôi làm được | 我可以上班 | mwen ka travay | يمكنني العمل
i can not work | no puedo trabajar | je ne peux pas travailler | não posso trabalhar | tôi không làm được | 我不能上班 | mwen pa ka travay | لا يمكنني العمل
i can work @ | puedo trabajar el @ | je peux travailler @ | posso trabalhar @ | tôi làm được vào @ | 我@可以上班 | mwen ka travay @ | يمكنني العمل يوم @
i can not work @ | no puedo trabajar el @ | je ne peux pas travailler @ | não posso trabalhar @ | tôi không làm được vào @ | 我@不能上班 | mwen pa ka travay @ | لا يمكنني العمل يوم @
can you work @ | puedes trabajar el @ | pouvez-vous travailler @ | você pode trabalhar @ | bạn có thể làm vào @ không | 你@能上班吗 | èske ou ka travay @ | هل يمكنك العمل يوم @
can you work today | puedes trabajar hoy | pouvez-vous travailler aujourd'hui | você pode trabalhar hoje | hôm nay bạn làm được không | 你今天能上班吗 | èske ou ka travay jodi a | هل يمكنك العمل اليوم
can you work tomorrow | puedes trabajar mañana | pouvez-vous travailler demain | você pode trabalhar amanhã | ngày mai bạn làm được không | 你明天能上班吗 | èske ou ka travay demen | هل يمكنك العمل غدا
can you come in at # | puedes venir a las # | pouvez-vous venir à # | você pode vir às # | bạn đến lúc # được không | 你#能来吗 | èske ou ka vini a # | هل يمكنك الحضور الساعة #
can you cover a shift | puedes cubrir un turno | pouvez-vous couvrir un poste | você pode cobrir um turno | bạn làm thay một ca được không | 你能顶一个班吗 | èske ou ka kouvri yon chif | هل يمكنك تغطية وردية
can i swap my shift | puedo cambiar mi turno | puis-je échanger mon poste | posso trocar meu turno | tôi đổi ca được không | 我可以换班吗 | èske mwen ka chanje chif mwen | هل يمكنني تبديل ورديتي
can i swap my shift on @ | puedo cambiar mi turno del @ | puis-je échanger mon poste de @ | posso trocar meu turno de @ | tôi đổi ca @ được không | 我可以换@的班吗 | èske mwen ka chanje chif @ mwen | هل يمكنني تبديل وردية @
can i have @ off | puedo tener libre el @ | puis-je avoir congé @ | posso folgar @ | tôi nghỉ @ được không | 我@可以休息吗 | èske mwen ka pran @ konje | هل يمكنني أخذ إجازة يوم @
when do i work | cuándo trabajo | quand est-ce que je travaille | quando eu trabalho | khi nào tôi làm việc | 我什么时候上班 | kilè mwen travay | متى أعمل
when does my shift start | cuándo empieza mi turno | quand commence mon poste | quando começa meu turno | ca của tôi bắt đầu khi nào | 我的班几点开始 | kilè chif mwen kòmanse | متى تبدأ ورديتي
your shift starts at # | tu turno empieza a las # | votre poste commence à # | seu turno começa às # | ca của bạn bắt đầu lúc # | 你的班#开始 | chif ou kòmanse a # | تبدأ ورديتك الساعة #
your shift starts at # on @ | tu turno empieza a las # el @ | votre poste commence à # @ | seu turno começa às # na @ | ca của bạn bắt đầu lúc # vào @ | 你@的班#开始 | chif ou kòmanse a # @ | تبدأ ورديتك الساعة # يوم @
your shift ends at # | tu turno termina a las # | votre poste finit à # | seu turno termina às # | ca của bạn kết thúc lúc # | 你的班#结束 | chif ou fini a # | تنتهي ورديتك الساعة #
your shift is cancelled | tu turno está cancelado | votre poste est annulé | seu turno foi cancelado | ca của bạn bị hủy | 你的班取消了 | chif ou anile | تم إلغاء ورديتك
i moved you to @ | te cambié al @ | je vous ai mis @ | mudei você para @ | tôi đã chuyển bạn sang @ | 我把你调到@了 | mwen mete ou @ | نقلتك إلى يوم @
see you @ | nos vemos el @ | à @ | até @ | hẹn gặp @ | @见 | n a wè @ | أراك يوم @
see you tomorrow | nos vemos mañana | à demain | até amanhã | hẹn gặp ngày mai | 明天见 | n a wè demen | أراك غدا
see you at # | nos vemos a las # | on se voit à # | até às # | hẹn gặp lúc # | #见 | n a wè a # | أراك الساعة #
where are you | dónde estás | où êtes-vous | onde você está | bạn đang ở đâu | 你在哪里 | kote ou ye | أين أنت
where do i go | a dónde voy | où dois-je aller | para onde eu vou | tôi đi đâu | 我去哪里 | ki kote mwen ale | إلى أين أذهب
when do we get paid | cuándo nos pagan | quand sommes-nous payés | quando recebemos | khi nào có lương | 什么时候发工资 | kilè n ap touche | متى نستلم الراتب
my pay is wrong | mi pago está mal | ma paie est fausse | meu pagamento está errado | lương của tôi bị sai | 我的工资不对 | peman mwen pa bon | راتبي غير صحيح
please call me | por favor llámame | appelez-moi s'il vous plaît | por favor me ligue | làm ơn gọi cho tôi | 请给我打电话 | tanpri rele mwen | اتصل بي من فضلك
please call me when you can | llámame cuando puedas por favor | appelez-moi quand vous pouvez | me ligue quando puder | gọi cho tôi khi có thể | 有空请给我打电话 | rele mwen lè ou kapab | اتصل بي عندما تستطيع
i need help | necesito ayuda | j'ai besoin d'aide | preciso de ajuda | tôi cần giúp | 我需要帮助 | mwen bezwen èd | أحتاج مساعدة
i am safe | estoy a salvo | je suis en sécurité | estou em segurança | tôi an toàn | 我安全 | mwen an sekirite | أنا بأمان
are you safe | estás a salvo | êtes-vous en sécurité | você está em segurança | bạn có an toàn không | 你安全吗 | èske ou an sekirite | هل أنت بأمان
do not come to work today | no vengas a trabajar hoy | ne venez pas travailler aujourd'hui | não venha trabalhar hoje | hôm nay đừng đến làm | 今天不要来上班 | pa vin travay jodi a | لا تأت إلى العمل اليوم
the plant is closed today | la planta está cerrada hoy | l'usine est fermée aujourd'hui | a fábrica está fechada hoje | hôm nay nhà máy đóng cửa | 工厂今天关闭 | izin nan fèmen jodi a | المصنع مغلق اليوم
leave the building now | salgan del edificio ahora | quittez le bâtiment maintenant | saiam do prédio agora | hãy rời khỏi tòa nhà ngay | 马上离开大楼 | kite bilding nan kounye a | غادروا المبنى الآن
call # in an emergency | llama al # en una emergencia | appelez le # en cas d'urgence | ligue # em uma emergência | gọi # khi khẩn cấp | 紧急情况请拨打# | rele # si gen ijans | اتصل على # في حالة الطوارئ
wear your safety shoes | usa tus zapatos de seguridad | portez vos chaussures de sécurité | use seus sapatos de segurança | hãy mang giày bảo hộ | 请穿安全鞋 | mete soulye sekirite ou | ارتد حذاء السلامة
the machine is broken | la máquina está rota | la machine est en panne | a máquina quebrou | máy bị hỏng | 机器坏了 | machin nan gate | الآلة معطلة
the machine works again | la máquina funciona otra vez | la machine remarche | a máquina voltou a funcionar | máy chạy lại rồi | 机器又好了 | machin nan mache ankò | الآلة تعمل من جديد
i am ready | estoy listo | je suis prêt | estou pronto | tôi sẵn sàng | 我准备好了 | mwen pare | أنا جاهز
i am running late | voy con retraso | je suis en retard | estou atrasado | tôi đang bị trễ | 我要迟到了 | mwen an reta | أنا متأخر
my bus is late | mi autobús viene tarde | mon bus est en retard | meu ônibus está atrasado | xe buýt của tôi đến muộn | 我的公交车晚点了 | bis mwen an an reta | حافلتي متأخرة
my car is broken | mi coche no funciona | ma voiture est en panne | meu carro quebrou | xe của tôi bị hỏng | 我的车坏了 | machin mwen an pàn | سيارتي معطلة
my child is sick | mi hijo está enfermo | mon enfant est malade | meu filho está doente | con tôi bị ốm | 我的孩子生病了 | pitit mwen malad | طفلي مريض
i have a doctor appointment | tengo cita con el médico | j'ai un rendez-vous chez le médecin | tenho consulta médica | tôi có hẹn với bác sĩ | 我约了医生 | mwen gen randevou ak doktè | لدي موعد مع الطبيب
how many hours | cuántas horas | combien d'heures | quantas horas | bao nhiêu giờ | 多少小时 | konbyen èdtan | كم ساعة
no problem | no hay problema | pas de problème | sem problema | không vấn đề gì | 没问题 | pa gen pwoblèm | لا مشكلة
great | perfecto | parfait | ótimo | tuyệt vời | 太好了 | trè byen | ممتاز
have a good day | que tengas buen día | bonne journée | tenha um bom dia | chúc một ngày tốt lành | 祝你今天愉快 | bòn jounen | يوما سعيدا
get well soon | que te mejores pronto | bon rétablissement | melhoras | chúc mau khỏe | 早日康复 | fè gerizon | أتمنى لك الشفاء العاجل
happy birthday | feliz cumpleaños | joyeux anniversaire | feliz aniversário | chúc mừng sinh nhật | 生日快乐 | bòn fèt | عيد ميلاد سعيد
`

/** More phrases, in English and Spanish only. */
export const ENGLISH_SPANISH = `
good afternoon | buenas tardes
good evening | buenas tardes
how are you | cómo estás
i am fine | estoy bien
welcome to the team | bienvenido al equipo
what time | a qué hora
at what time do i start | a qué hora empiezo
at what time do i finish | a qué hora termino
i start at # | empiezo a las #
i finish at # | termino a las #
can i leave early | puedo salir temprano
can i leave early today | puedo salir temprano hoy
can i come in late tomorrow | puedo llegar tarde mañana
can you stay until # | puedes quedarte hasta las #
can you start at # | puedes empezar a las #
can you come in today | puedes venir hoy
can you come in now | puedes venir ahora
can you help us | puedes ayudarnos
can you stay longer today | puedes quedarte más tiempo hoy
are you coming to work today | vienes a trabajar hoy
are you coming | vienes
yes i can | sí puedo
no i can not | no, no puedo
i can come at # | puedo venir a las #
i can not come today | hoy no puedo ir
i can not come tomorrow | mañana no puedo ir
i will come tomorrow | mañana voy
i will be there at # | estaré ahí a las #
i will be there in # minutes | llego en # minutos
i am at the gate | estoy en la puerta
i am at the office | estoy en la oficina
i am at the doctor | estoy en el médico
i am in the hospital | estoy en el hospital
i am at home | estoy en casa
i am driving | estoy manejando
i forgot my badge | olvidé mi gafete
i lost my badge | perdí mi gafete
i need a new badge | necesito un gafete nuevo
i need gloves | necesito guantes
i need new gloves | necesito guantes nuevos
i need my schedule | necesito mi horario
i need my pay stub | necesito mi recibo de pago
where is my pay stub | dónde está mi recibo de pago
i did not get paid | no me pagaron
i did not get my overtime | no me pagaron las horas extra
is there overtime | hay horas extra
is there overtime on @ | hay horas extra el @
i want overtime | quiero horas extra
who is my supervisor | quién es mi supervisor
who do i talk to | con quién hablo
where is the meeting | dónde es la reunión
the meeting is at # | la reunión es a las #
the meeting is on @ at # | la reunión es el @ a las #
there is no meeting today | hoy no hay reunión
the training is on @ | la capacitación es el @
the training starts at # | la capacitación empieza a las #
bring your badge | trae tu gafete
bring your badge please | trae tu gafete por favor
bring your own lunch | trae tu almuerzo
lunch is at # | el almuerzo es a las #
free lunch today | hoy hay almuerzo gratis
the bus leaves at # | el autobús sale a las #
park in the back | estaciónate atrás
use the back door | usa la puerta de atrás
wear your helmet | usa tu casco
wear your vest | usa tu chaleco
wear your glasses | usa tus lentes de seguridad
the floor is wet | el piso está mojado
be careful | ten cuidado
stop the machine | para la máquina
stop the line | para la línea
the line is down | la línea está parada
line # is down | la línea # está parada
line # is running again | la línea # funciona otra vez
we start at # | empezamos a las #
we start at # tomorrow | mañana empezamos a las #
we are closed on @ | el @ estamos cerrados
we are open on @ | el @ estamos abiertos
we are closed tomorrow | mañana estamos cerrados
we open late today because of snow | hoy abrimos tarde por la nieve
there was an accident | hubo un accidente
someone is hurt | alguien está herido
i got hurt | me lastimé
i am hurt | estoy herido
i cut my hand | me corté la mano
call the police | llama a la policía
there is a fire | hay un incendio
everyone is safe | todos están a salvo
please answer | por favor responde
please answer this message | por favor responde este mensaje
please confirm | por favor confirma
confirmed | confirmado
i got it | recibido
i will ask | voy a preguntar
i will tell you tomorrow | mañana te digo
i do not know | no sé
maybe | tal vez
later | más tarde
now | ahora
not today | hoy no
tomorrow | mañana
today | hoy
have a good weekend | buen fin de semana
good job | buen trabajo
great job today | buen trabajo hoy
congratulations | felicidades
wrong number | número equivocado
who is this | quién es
call me at # | llámame al #
my new number is # | mi nuevo número es #
my address changed | cambió mi dirección
i quit | renuncio
i found another job | encontré otro trabajo
my last day is @ | mi último día es el @
can i take my vacation | puedo tomar mis vacaciones
i want to take vacation | quiero tomar vacaciones
how many vacation days do i have | cuántos días de vacaciones tengo
you have # vacation days | tienes # días de vacaciones
i need @ off | necesito el @ libre
i need tomorrow off | necesito mañana libre
your request is approved | tu solicitud está aprobada
your request is denied | tu solicitud fue rechazada
`

/** Days of the week in each language, Monday first. */
export const DAYS: Record<(typeof LANGUAGES)[number], string[]> = {
  en: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
  es: ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'],
  fr: ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche'],
  pt: ['segunda-feira', 'terça-feira', 'quarta-feira', 'quinta-feira', 'sexta-feira', 'sábado', 'domingo'],
  vi: ['thứ hai', 'thứ ba', 'thứ tư', 'thứ năm', 'thứ sáu', 'thứ bảy', 'chủ nhật'],
  zh: ['星期一', '星期二', '星期三', '星期四', '星期五', '星期六', '星期日'],
  ht: ['lendi', 'madi', 'mèkredi', 'jedi', 'vandredi', 'samdi', 'dimanch'],
  ar: ['الاثنين', 'الثلاثاء', 'الأربعاء', 'الخميس', 'الجمعة', 'السبت', 'الأحد'],
}
