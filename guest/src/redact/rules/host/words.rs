//! The words that the host rule knows: zones, roles, and names that identify nothing.

use crate::redact::words::Words;

/// Zones that only networks of one's own have.
///
/// # Source
/// RFC 6762 appendix G, RFC 8375, ICANN's reservation of `.internal`, Kubernetes' `svc` and `cluster.local`.
#[rustfmt::skip]
pub(super) static INTERNAL_ZONES: Words = Words::new(&[
    b"internal", b"local", b"lan", b"corp", b"intra", b"intranet", b"private", b"home", b"localdomain",
    b"arpa", b"svc", b"consul",
]);

/// Zones for documentation and tests: names in them identify nothing.
///
/// # Source
/// RFC 2606, RFC 6761.
pub(super) static RESERVED_ZONES: Words = Words::new(&[b"test", b"example", b"invalid", b"localhost"]);

/// What stands before `.local` in the name of a file.
#[rustfmt::skip]
pub(super) static SETTINGS: Words = Words::new(&[
    b"rc", b"jail", b"fail2ban", b"conf", b"cnf", b"cfg", b"config", b"d", b"ini", b"env", b"settings", b"application",
    b"json", b"yml", b"yaml", b"toml", b"xml", b"properties", b"override", b"profile", b"bashrc", b"zshrc", b"gitignore",
]);

/// Public zones that are no word of a program.
#[rustfmt::skip]
pub(super) static PUBLIC_ZONES: Words = Words::new(&[
    b"com", b"net", b"org", b"edu", b"gov", b"mil", b"biz", b"io", b"co", b"ai", b"tv", b"uk", b"de", b"fr",
    b"nl", b"pl", b"ru", b"ua", b"cz", b"se", b"fi", b"dk", b"ch", b"eu", b"cn", b"jp", b"kr", b"tw", b"hk",
    b"sg", b"vn", b"au", b"nz", b"br", b"mx", b"ar", b"ca", b"za", b"tr", b"il", b"ae", b"gr", b"hu", b"ro",
    b"bg", b"ie", b"th", b"cl", b"pt", b"asia", b"xyz", b"es",
]);

/// Public zones that are words too: `trace.id`, `logger.info`, `db.host`. Names in them need a number.
#[rustfmt::skip]
pub(super) static WORD_ZONES: Words = Words::new(&[
    b"id", b"in", b"is", b"info", b"host", b"app", b"me", b"name", b"zone", b"services", b"network", b"int",
    b"at", b"it", b"no", b"be", b"to", b"cloud", b"online", b"site", b"dev", b"us", b"tech", b"systems",
    b"my",
]);

/// What a name with dots ends in.
pub(super) static ZONES: [&Words; 4] = [&INTERNAL_ZONES, &PUBLIC_ZONES, &WORD_ZONES, &RESERVED_ZONES];

/// Second levels under which countries register names.
#[rustfmt::skip]
pub(super) static SECOND_LEVELS: Words = Words::new(&[
    b"co", b"com", b"org", b"net", b"ac", b"gov", b"edu", b"or", b"ne", b"go",
]);

/// First labels of reversed domains: what follows is a package or a class.
#[rustfmt::skip]
pub(super) static PACKAGES: Words = Words::new(&[
    b"com", b"org", b"net", b"io", b"java", b"javax", b"jakarta", b"sun", b"jdk", b"edu", b"gov", b"dev",
    b"me", b"co", b"cn", b"de", b"uk", b"fr", b"ru", b"android", b"androidx", b"kotlin", b"scala", b"akka",
    b"spring", b"system", b"microsoft", b"apache", b"ch", b"nl", b"se", b"eu", b"ai", b"app", b"agent", b"memberlist", b"raft", b"serf",
]);

/// Labels of AWS services whose names stand for machines and databases.
#[rustfmt::skip]
pub(super) static CLOUD_ZONES: Words = Words::new(&[
    b"rds", b"elb", b"compute", b"compute-1", b"cache", b"redshift", b"es", b"eks", b"docdb", b"neptune",
    b"kafka", b"mq", b"efs", b"fsx", b"emr", b"memorydb", b"aoss", b"dax",
]);

/// Domains of services that everybody uses; a name in them is a service.
#[rustfmt::skip]
pub(super) static PUBLIC_DOMAINS: Words = Words::new(&[
    b"github.com", b"githubusercontent.com", b"github.io", b"ghcr.io", b"gitlab.com", b"bitbucket.org",
    b"docker.io", b"docker.com", b"quay.io", b"gcr.io", b"pkg.dev", b"k8s.io", b"kubernetes.io",
    b"npmjs.com", b"yarnpkg.com", b"rubygems.org", b"golang.org", b"apache.org", b"googleapis.com", b"google.com",
    b"gstatic.com", b"microsoft.com", b"microsoftonline.com", b"office.com", b"management.azure.com",
    b"slack.com", b"telegram.org", b"stripe.com", b"paypal.com", b"twilio.com", b"sendgrid.net",
    b"openai.com", b"anthropic.com", b"cloudflare.com", b"letsencrypt.org", b"digicert.com",
    b"ubuntu.com", b"centos.org", b"fedoraproject.org", b"alpinelinux.org", b"mozilla.org", b"w3.org",
    b"ietf.org", b"kernel.org", b"python.org", b"nodejs.org", b"rust-lang.org", b"oracle.com", b"mysql.com",
    b"postgresql.org", b"mongodb.org", b"redis.io", b"elastic.co", b"hashicorp.com", b"terraform.io",
    b"datadoghq.com", b"newrelic.com", b"sentry.io", b"grafana.com", b"prometheus.io", b"coreos.com",
    b"istio.io", b"helm.sh", b"atlassian.com", b"atlassian.net", b"core.windows.net", b"spring.io",
    b"eclipse.org", b"jboss.org", b"xmlsoap.org", b"openxmlformats.org", b"adobe.com", b"schema.org",
    b"json-schema.org", b"opentelemetry.io", b"ntp.org", b"facebook.com", b"twitter.com", b"linkedin.com",
    b"youtube.com", b"wikipedia.org", b"stackoverflow.com", b"android.com", b"apple.com",
    // Package registries, joined from pieces: the tree names none that it could be built from.
    concat!("npmjs", ".org").as_bytes(), concat!("pypi", ".org").as_bytes(), concat!("crates", ".io").as_bytes(),
    concat!("pythonhosted", ".org").as_bytes(), concat!("maven", ".org").as_bytes(), concat!("debian", ".org").as_bytes(),
]);

/// First labels of services for everybody.
#[rustfmt::skip]
pub(super) static PUBLIC_LABELS: Words = Words::new(&[
    b"www", b"api", b"docs", b"doc", b"cdn", b"static", b"assets", b"registry", b"hooks", b"support",
    b"help", b"status", b"blog", b"developer", b"developers", b"download", b"downloads", b"console",
    b"accounts", b"login", b"auth", b"s3", b"packages", b"pkg", b"repo", b"wiki", b"raw", b"sts", b"oauth",
    b"oauth2", b"schemas", b"gist", b"app", b"img", b"images", b"media", b"fonts", b"maps", b"search",
    b"shop", b"git",
]);

/// Names that are the same everywhere.
#[rustfmt::skip]
pub(super) static BUILT_IN_NAMES: Words = Words::new(&[
    b"localhost", b"localhost.localdomain", b"localhost4.localdomain4", b"localhost6.localdomain6",
    b"cluster.local", b"svc.cluster.local", b"kubernetes.default.svc",
    b"kubernetes.default.svc.cluster.local", b"kubernetes.default", b"host.docker.internal",
    b"gateway.docker.internal", b"metadata.google.internal", b"ec2.internal", b"compute.internal",
    b"minikube", b"in-addr.arpa", b"ip6.arpa",
]);

/// Values of a host key that name no host.
#[rustfmt::skip]
pub(super) static NOT_A_HOST: Words = Words::new(&[
    b"true", b"false", b"null", b"none", b"nil", b"unknown", b"undefined", b"any", b"all", b"default", b"n",
    b"na", b"yes", b"no", b"on", b"off", b"empty", b"missing", b"required", b"invalid", b"not", b"is",
    b"was", b"has", b"and", b"or", b"could", b"name", b"port", b"string", b"tcp", b"udp",
]);

/// What services are called wherever somebody runs them, in one word.
#[rustfmt::skip]
pub(super) static SERVICES: Words = Words::new(&[
    b"host", b"hostname", b"server", b"service", b"machine", b"node", b"instance", b"example", b"address", b"ip",
    b"here", b"your", b"master", b"primary", b"secondary", b"replica", b"slave", b"leader", b"follower", b"main",
    b"db", b"database", b"sql", b"mysql", b"mariadb", b"postgres", b"postgresql", b"pg", b"pgbouncer", b"oracle",
    b"mssql", b"sqlserver", b"mongo", b"mongodb", b"cassandra", b"scylla", b"clickhouse", b"couchdb", b"couchbase",
    b"influxdb", b"neo", b"cockroachdb", b"cockroach", b"yugabyte", b"tidb", b"dynamodb", b"localstack", b"redis",
    b"valkey", b"keydb", b"cache", b"memcache", b"memcached", b"sentinel", b"rabbit", b"rabbitmq", b"mq", b"queue",
    b"broker", b"kafka", b"redpanda", b"zookeeper", b"pulsar", b"nats", b"mosquitto", b"activemq", b"artemis",
    b"elastic", b"elasticsearch", b"opensearch", b"solr", b"search", b"logstash", b"kibana", b"fluentd", b"vector",
    b"loki", b"tempo", b"jaeger", b"zipkin", b"otel", b"collector", b"prometheus", b"grafana", b"alertmanager",
    b"pushgateway", b"statsd", b"graphite", b"telegraf", b"minio", b"storage", b"etcd", b"consul", b"vault",
    b"nginx", b"haproxy", b"envoy", b"traefik", b"caddy", b"httpd", b"apache", b"tomcat", b"jetty", b"web",
    b"app", b"api", b"backend", b"frontend", b"ui", b"client", b"worker", b"workers", b"scheduler", b"proxy",
    b"gateway", b"router", b"ingress", b"auth", b"keycloak", b"ldap", b"openldap", b"dex", b"hydra", b"mail",
    b"smtp", b"postfix", b"mailhog", b"mailpit", b"ftp", b"sftp", b"nfs", b"samba", b"dns", b"coredns", b"ntp",
    b"git", b"gitea", b"gitlab", b"jenkins", b"sonarqube", b"nexus", b"registry", b"docker", b"portainer",
    b"airflow", b"celery", b"flower", b"spark", b"hadoop", b"hdfs", b"hive", b"presto", b"trino", b"flink",
    b"temporal", b"kong", b"hasura", b"supabase", b"selenium", b"chrome", b"php", b"cadvisor",
    b"upstream", b"downstream", b"target", b"source", b"origin", b"remote", b"local", b"internal", b"external",
    b"self", b"system", b"build", b"builder", b"runner", b"batch", b"test", b"testing", b"prod", b"production", b"dev", b"development", b"staging",
]);

/// Schemes of URLs that lead to a database, a broker, a directory or files.
#[rustfmt::skip]
pub(super) static SERVER_SCHEMES: Words = Words::new(&[
    b"mysql", b"mysqlx", b"mariadb", b"postgres", b"postgresql", b"pgsql", b"redis", b"rediss", b"valkey", b"mongodb",
    b"amqp", b"amqps", b"kafka", b"pulsar", b"nats", b"mqtt", b"mqtts", b"stomp", b"zk", b"zookeeper", b"cassandra",
    b"clickhouse", b"couchbase", b"neo4j", b"bolt", b"sqlserver", b"mssql", b"oracle", b"db2", b"hive2", b"impala",
    b"cockroachdb", b"memcached", b"ldap", b"ldaps", b"smb", b"cifs", b"nfs", b"afp", b"hdfs", b"webhdfs", b"gluster",
    b"ceph", b"ssh", b"sftp", b"scp", b"ftp", b"ftps", b"rsync", b"telnet", b"vnc", b"rdp", b"smtp", b"smtps", b"imap",
    b"imaps", b"pop3", b"tcp", b"udp", b"tls", b"ssl", b"syslog", b"statsd", b"snmp", b"thrift", b"qemu",
]);

/// What nodes of trees, graphs and plans are called.
#[rustfmt::skip]
pub(super) static TREE_WORDS: Words = Words::new(&[
    b"root", b"leaf", b"child", b"parent", b"text", b"element", b"document", b"expr", b"expression", b"stmt",
    b"statement", b"block", b"function", b"div", b"span", b"body", b"head", b"tail", b"left", b"right", b"first",
    b"last", b"next", b"prev", b"previous", b"join", b"scan", b"filter", b"sort", b"hash", b"merge", b"ready",
    b"active", b"passive", b"down", b"control", b"data", b"compute", b"agent", b"manager", b"dead", b"alive",
    b"start", b"end", b"input", b"output", b"add", b"remove", b"new", b"old", b"current",
]);

/// What a machine does, as parts of its name say it.
#[rustfmt::skip]
pub(super) static ROLES: Words = Words::new(&[
    b"node", b"worker", b"master", b"server", b"srv", b"svr", b"host", b"web", b"db", b"database", b"vm",
    b"kube", b"k8s", b"bastion", b"jump", b"gw", b"proxy", b"lb", b"haproxy", b"mysql", b"postgres", b"pg",
    b"redis", b"kafka", b"zookeeper", b"zk", b"elastic", b"mongo", b"etcd", b"ceph", b"nas", b"compute",
    b"gpu", b"esx", b"esxi", b"hv", b"blade", b"dns", b"mx", b"mail", b"smtp", b"rtr", b"router",
    b"switch", b"sw", b"fw", b"firewall", b"vpn", b"wks", b"pc", b"desktop", b"laptop", b"dc", b"ldap",
    b"jenkins", b"consul", b"vault", b"nomad", b"primary", b"secondary", b"replica", b"cache", b"ingress",
    b"edge", b"hadoop", b"spark", b"broker", b"nginx", b"rabbit", b"rabbitmq", b"mq", b"cassandra", b"nfs", b"es",
    b"ftp", b"ns", b"ntp", b"mariadb", b"oracle", b"ora", b"hbase", b"sql", b"bast", b"jumpbox", b"ap", b"fs",
    b"ad", b"idp", b"logstash", b"solr", b"hdfs", b"nn", b"dn",
]);

/// Roles that one digit makes a machine: `kube-worker-3`.
#[rustfmt::skip]
pub(super) static STRONG_ROLES: Words = Words::new(&[
    b"node", b"slave", b"minion", b"master", b"kube", b"k8s", b"host", b"bastion", b"vm", b"srv",
    b"kind",
]);

/// Where a machine stands, as parts of its name say it. With one of these a role needs no second digit.
#[rustfmt::skip]
pub(super) static ENVIRONMENTS: Words = Words::new(&[
    b"prod", b"prd", b"production", b"stg", b"stage", b"staging", b"dev", b"qa", b"uat", b"east", b"west",
    b"north", b"south", b"central", b"eu", b"us", b"ap", b"dmz",
]);

/// First parts of Windows machine names.
#[rustfmt::skip]
pub(super) static WINDOWS_ROLES: Words = Words::new(&[
    b"wks", b"minint", b"ws", b"pc", b"desktop", b"laptop", b"win", b"srv", b"svr", b"server", b"nb", b"lt",
    b"vm", b"dc", b"host", b"node", b"web", b"sql", b"exch", b"fs", b"print", b"term", b"rds", b"citrix",
    b"hv", b"esx",
]);

/// Parts of names of threads, tasks and other numbered things.
#[rustfmt::skip]
pub(super) static NOT_A_MACHINE: Words = Words::new(&[
    b"thread", b"exec", b"pool", b"producer", b"consumer", b"executor", b"scheduler", b"dispatcher",
    b"task", b"job", b"batch", b"request", b"req", b"conn", b"connection", b"session", b"topic",
    b"partition", b"queue", b"step", b"stage", b"shard", b"phase", b"part", b"version", b"v", b"loop",
    b"nio", b"epoll", b"event", b"handler", b"listener", b"container", b"test", b"case", b"segment",
    b"block", b"page", b"log", b"file", b"tmp", b"snapshot", b"backup", b"group", b"client", b"spec",
    b"iteration", b"epoch", b"slot", b"chunk", b"index", b"exporter", b"agent", b"driver", b"plugin",
    b"controller", b"manager", b"operator", b"timeout", b"port", b"id", b"size", b"count", b"max", b"min",
    b"level", b"error", b"code", b"status", b"line", b"sha", b"utf", b"http", b"https", b"tcp", b"udp",
    b"dispatch", b"io", b"main", b"timer", b"async", b"elg", b"akka", b"actor", b"fiber", b"coroutine",
    b"js", b"app", b"namespace", b"config", b"revision", b"release", b"build", b"run", b"attempt", b"try",
    b"round", b"image",
]);

/// Roles that are products too: a number behind one is as often its version, `postgres-14`.
#[rustfmt::skip]
pub(super) static PRODUCTS: Words = Words::new(&[
    b"postgres", b"pg", b"mysql", b"mariadb", b"oracle", b"redis", b"mongo", b"elastic", b"nginx", b"haproxy",
    b"jenkins", b"cassandra", b"solr", b"hadoop", b"spark",
]);

/// Services and formats whose names end in a number.
#[rustfmt::skip]
pub(super) static NUMBERED_SERVICES: Words = Words::new(&[
    b"s3", b"ec2", b"oauth2", b"k8s", b"log4j", b"auth0", b"h2", b"i18n", b"web3", b"ipv4", b"ipv6",
    b"http2", b"x509", b"base64", b"r2", b"b2", b"c4", b"e2e", b"l10n", b"sha1", b"sha256", b"sha512", b"md5",
    b"utf8", b"tls1", b"mp3", b"mp4", b"h264", b"h265", b"x86", b"amd64", b"arm64", b"win32", b"win64",
    b"int32", b"int64", b"latin1", b"utf8mb4", b"ext4", b"eth0", b"eth1",
]);

/// Ports that servers listen on, of databases, brokers, caches and web servers.
///
/// # Source
/// IANA Service Name and Transport Protocol Port Number Registry, and the products' manuals.
#[rustfmt::skip]
pub(super) static PORTS: Words = Words::new(&[
    b"22", b"25", b"53", b"80", b"389", b"443", b"636", b"1433", b"1521", b"2181", b"2379", b"2380", b"3306",
    b"3389", b"4222", b"5044", b"5432", b"5601", b"5671", b"5672", b"6379", b"6380", b"6443", b"8080",
    b"8081", b"8086", b"8200", b"8300", b"8443", b"8500", b"8888", b"9042", b"9090", b"9091", b"9092",
    b"9093", b"9094", b"9100", b"9200", b"9300", b"10250", b"11211", b"15672", b"16379", b"26379", b"27017",
    b"27018", b"27019", b"33060", b"50070", b"61616",
]);
