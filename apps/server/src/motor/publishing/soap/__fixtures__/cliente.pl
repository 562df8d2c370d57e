# Calls the canal of soap-testing.ts: flat operations by the stub of its WSDL, the others with named data, as users of SOAP::Lite do.
use strict;
use utf8;
use SOAP::Lite;
use JSON::PP;

my ($wsdl) = @ARGV;
my $stub = SOAP::Lite->service($wsdl);
my $quotient = $stub->Dividir(1, 4);
$stub->want_som(1);
my @faults = map {
    my $som = $stub->Dividir(1, $_);
    my ($name) = keys %{ $som->faultdetail };
    { code => $som->faultcode, reason => $som->faultstring, detail => $name }
} (0, -1);

(my $address = $wsdl) =~ s/\?wsdl$//;
my $client = SOAP::Lite->proxy($address)->ns('urn:div:soap:tienda', 't');
my $data = sub { SOAP::Data->name(@_) };
my $text = sub { SOAP::Data->name($_[0])->type(string => $_[1]) };
my $som = $client->call('Repetir',
    $text->(cliente => 'Íñigo Ñandú €'),
    $data->(nota => undef),
    $text->(total => '12345678901234567.89'),
    $text->(dia => '2026-11-22'),
    $text->(momento => '2026-11-22T10:00:00+01:00'),
    $data->(lineas => [
        { producto => $text->(producto => 'Café & té'), precio => 1.5, etiquetas => [ 'x', 'y' ] },
        { producto => 'Pan', etiquetas => [] },
    ]),
    $data->(matriz => [ [ 1, 2 ], [ 3 ] ]),
);
die $som->faultstring if $som->fault;
my $answer = $som->valueof('//RepetirResponse');
# Of elements that repeat a hash keeps the last one: all of them are asked for by their path.
my @lineas = map { { producto => $_->{producto}, precio => $_->{precio} } } $som->valueof('//RepetirResponse/lineas');
my @lists = map { [ $som->valueof($_) ] } '//RepetirResponse/lineas/etiquetas', '//RepetirResponse/matriz/elemento';
print JSON::PP->new->utf8->canonical->encode({ quotient => $quotient, faults => \@faults, answer => $answer, lineas => \@lineas, lists => \@lists });
