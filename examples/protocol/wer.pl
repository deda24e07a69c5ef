#!/usr/bin/env perl
# Word error rate in Perl: samescore run "cmd:perl examples/protocol/wer.pl"
use strict;
use warnings;
use JSON::PP;
use List::Util qw(min);

my $json = JSON::PP->new->utf8->canonical;
$| = 1;

sub edits {
    my ($from, $to) = @_;
    my @row = (0 .. @$to);
    for my $i (1 .. @$from) {
        my @above = @row;
        @row = ($i);
        for my $j (1 .. @$to) {
            my $other = $from->[$i - 1] eq $to->[$j - 1] ? 0 : 1;
            push @row, min($above[$j - 1] + $other, $above[$j] + 1, $row[$j - 1] + 1);
        }
    }
    return $row[-1];
}

# What Python's str.split splits at.
sub words { return grep { length } split /[\t-\r\x{1c}-\x{20}\x{85}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}]+/, shift }

sub score {
    my ($input) = @_;
    my ($edits, $length) = (0, 0);
    for my $segment (@{ $input->{segments} }) {
        die "a segment has no references\n" unless @{ $segment->{references} };
        my @reference = words($segment->{references}[0]);
        $edits += edits(\@reference, [words($segment->{hypothesis})]);
        $length += @reference;
    }
    return $length ? $edits / $length : $edits;
}

while (my $line = <STDIN>) {
    my $request = $json->decode($line);
    my %answer = (id => $request->{id});
    if ($request->{op} eq 'describe') {
        %answer = (%answer, implementation => 'wer.pl', version => '1', metrics => [
            { metric => 'wer', settings => { tokenizer => 'none', references => 'first' } } ]);
    } elsif ($request->{op} eq 'score') {
        my $value = eval { score($request->{input}) };
        %answer = defined $value ? (%answer, outcome => 'score', value => sprintf('%.17g', $value))
                                 : (%answer, outcome => 'raised', error => 'Error', message => "$@");
    } else {
        last;
    }
    print $json->encode(\%answer), "\n";
}
